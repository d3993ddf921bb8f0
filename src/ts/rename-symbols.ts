import { posix } from 'node:path';
import { diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { bindingsOf } from './bindings.js';
import { applyEdits, refused, type CodeChange } from './code-change.js';
import { encodingProblems, syntaxProblems } from './code-problems.js';
import { createCodeService } from './code-service.js';
import { codeOf, readWorld } from './code-world.js';
import { isName } from './identifiers.js';
import { renameEdits, type NamedIn } from './rename-edits.js';
import { renameProblems } from './rename-problems.js';

/** What is declared in a file under a name, at its top or further in, exported or not, gets a new one. */
export interface Rename {
  /** Relative to the project's root, with forward slashes. */
  readonly file: string;
  readonly name: string;
  readonly newName: string;
}

/**
 * Things get new names, and so does every reference to them in the project: imports, re-exports and links in comments. Other
 * comments and all texts stay. What a file does not declare, or a file that is not there, is passed over.
 */
export function renameSymbols(host: Host, root: string, renames: readonly Rename[]): CodeChange {
  const reserved = renames.filter(({ newName }) => !isName(newName));
  if (reserved.length > 0) return refused(reserved.map((each) => diagnostic('name-reserved', each)));
  const wanted: readonly NamedIn[] = renames
    .filter(({ name, newName }) => name !== newName)
    .map((each) => ({ ...each, file: posix.join(root, each.file) }));
  if (wanted.length === 0) return { files: new Map(), problems: [] };

  const world = readWorld(host, root);
  const code = codeOf(world);
  const { service, change } = createCodeService(world);
  const program = service.getProgram()!;
  const unparsed = syntaxProblems(root, program.getSyntacticDiagnostics());
  if (unparsed.length > 0) return refused(unparsed);

  const edits = renameEdits(service, wanted);
  const names = new Set(wanted.flatMap(({ name, newName }) => [name, newName]));
  const before = bindingsOf(program, code, names);
  const read = (path: string): string => program.getSourceFile(path)!.text;
  const texts = new Map([...edits].map(([path, of]) => [path, applyEdits(read(path), [...of.values()])]));
  change(texts);
  const after = bindingsOf(service.getProgram()!, code, names);
  const problems = [
    ...renameProblems({ root, program, renames: wanted, edits, before, after }),
    ...encodingProblems(root, texts),
  ];
  if (problems.length > 0) return refused(problems);
  return { files: new Map([...texts].map(([path, text]) => [posix.relative(root, path), text])), problems };
}

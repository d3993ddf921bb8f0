import { bindingsOf } from '../code/bindings.js';
import { applyEdits, type FileEdits } from '../code/code-edit.js';
import type { CodeService } from '../code/code-service.js';
import { codeOf, type CodeWorld } from '../code/code-world.js';
import { withAliases } from './rename-aliases.js';
import { renameEdits, type NamedIn } from './rename-edits.js';
import { renameProblems } from './rename-problems.js';

/** Renames declarations, given with absolute paths. Returns problems where code would change its meaning. */
export function renameSymbols(world: CodeWorld, service: CodeService, renames: readonly NamedIn[]): FileEdits {
  const program = service.program();
  const code = codeOf(world);
  const { edits: found, aliases } = withAliases(program, renames, renameEdits(service.language, renames));
  const names = new Set([...renames.flatMap(({ name, newName }) => [name, newName]), ...aliases]);
  const before = bindingsOf(program, code, names);
  const edits = new Map([...found].map(([path, of]) => [path, [...of.values()]]));
  service.change(new Map([...edits].map(([path, of]) => [path, applyEdits(program.getSourceFile(path)!.text, of)])));
  const after = bindingsOf(service.program(), code, names);
  return { edits, problems: renameProblems({ root: world.root, program, renames, edits: found, before, after }) };
}

import { posix } from 'node:path';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { Edit, FileEdits } from '../code/code-edit.js';
import type { CodeWorld } from '../code/code-world.js';
import type { Moves } from './move-edits.js';

/**
 * Returns the edits to paths of moved files in package.json and in the configurations of compilers: strings that
 * consist of such a path, and words in the scripts of package.json. Patterns are not changed.
 */
export function configEdits(world: CodeWorld, moves: Moves): FileEdits {
  const edits = new Map<string, readonly Edit[]>();
  for (const path of moves.size === 0 ? [] : world.files) {
    const text = /(?:^|\/)(?:package|(?:js|ts)config[^/]*)\.json$/.test(path) ? world.readable(path) : undefined;
    if (text === undefined) continue;
    const found = editsIn(typescript.parseJsonText(path, text), posix.dirname(path), moves);
    if (found.length > 0) edits.set(path, found);
  }
  return { edits, problems: [] };
}

function editsIn(file: ts.JsonSourceFile, folder: string, moves: Moves): readonly Edit[] {
  const isManifest = posix.basename(file.fileName) === 'package.json';
  const edits: Edit[] = [];
  const visit = (node: ts.Node, isScript: boolean): void => {
    if (typescript.isPropertyAssignment(node)) {
      const isScripts = isManifest && typescript.isStringLiteral(node.name) && node.name.text === 'scripts';
      return visit(node.initializer, isScript || isScripts);
    }
    if (!typescript.isStringLiteral(node)) return typescript.forEachChild(node, (each) => visit(each, isScript));
    const [start, end] = [node.getStart(file) + 1, node.end - 1];
    const source = file.text.slice(start, end);
    // Escaped characters have other offsets in the value, and a script that changes to another folder names other
    // files.
    if (source !== node.text || (isScript && /\bcd\b/.test(source))) return;
    for (const { 0: word, index } of isScript ? source.matchAll(/[^\s'"`;&|<>()=]+/g) : [{ 0: source, index: 0 }]) {
      const moved = movedPath(word, folder, moves);
      if (moved !== undefined) edits.push({ start: start + index, end: start + index + word.length, text: moved });
    }
  };
  visit(file, false);
  return edits;
}

/** Returns the new form of a path, with a leading dot if the old one has it; undefined if it is not the path of a moved file. */
function movedPath(written: string, folder: string, moves: Moves): string | undefined {
  const target = written.startsWith('/') ? undefined : moves.get(posix.join(folder, written));
  if (target === undefined) return undefined;
  const path = posix.relative(folder, target);
  return written.startsWith('./') && !path.startsWith('.') ? `./${path}` : path;
}

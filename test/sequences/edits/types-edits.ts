import { posix } from 'node:path';
import { eachFile, isCode, isTypes, withImport, words, type UserEdit } from './user-edit.js';

/** What people do with types. */
export const typesEdits: readonly UserEdit[] = [
  eachFile('# a user adds markers to kinds', isTypes, (text) =>
    text.includes('PrintColumn')
      ? text
      : withImport(text, 'PrintColumn', '@operator-gen/runtime/api').replace(
          /^(@StatusSubresource\(\)\n)?(export class \w+ extends CustomResource)/m,
          `// ${words}\n@PrintColumn({ name: 'Age of it', type: 'date', jsonPath: '.metadata.creationTimestamp' })\n$1$2`,
        ),
  ),
  eachFile('# a user adds markers above those of kinds', isTypes, (text) =>
    text.includes('@Metadata({ labels')
      ? text
      : withImport(text, 'Metadata', '@operator-gen/runtime/api').replace(
          /^(?=(?:@StorageVersion\(\)\n)?@Resource\()/m,
          `@Metadata({ labels: { team: 'a' } })\n// ${words}\n`,
        ),
  ),
  eachFile('# a user adds fields', isTypes, (text) =>
    text.includes('replicas') || !/^ +Minimum,$/m.test(text)
      ? text
      : text
          .replace(
            /^export class \w+Spec \{\n/m,
            (line) => `${line}  /** ${words} */\n  @Minimum(1)\n  @Maximum(9)\n  replicas?: Int32;\n\n`,
          )
          .replace(/^ +Minimum,\n/m, /^ +Maximum,$/m.test(text) ? '  Minimum,\n' : '  Maximum,\n  Minimum,\n'),
  ),
  eachFile('# a user spells markers otherwise', isTypes, (text) =>
    text.replace(
      /^@Resource\(groupVersion, \{ plural: '(\w+)'(.*) \}\)$/m,
      (_, plural: string, rest: string) =>
        `@Resource(\n  // ${words}\n  groupVersion,\n  { plural: '${plural}'${rest}, categories: ['all'] },\n)`,
    ),
  ),
  movesTypes('# a user gives the files of types other names', (path) => path.replace(/\.types\.ts$/, '.kind.ts')),
  movesTypes('# a user moves types to folders of their kinds', (path) =>
    path.replace(/^src\/api\/(.*\/)?(v\w+)\/(\w+)\.types\.ts$/, 'src/kinds/$1$3/$2.ts'),
  ),
];

function movesTypes(line: string, to: (path: string) => string): UserEdit {
  return {
    line,
    edit: (files) => {
      const moves = new Map([...files.keys()].filter((path) => isTypes(path)).map((path) => [path, to(path)]));
      for (const [path, target] of moves) if (files.has(target)) moves.delete(path);
      return new Map([...files].map(([path, text]) => [moves.get(path) ?? path, moved(path, text, moves)]));
    },
  };
}

/** The imports of a file after files have moved, maybe this one. */
function moved(path: string, text: string, moves: ReadonlyMap<string, string>): string {
  if (!isCode(path) || path === 'src/register.ts') return text;
  const folder = posix.dirname(moves.get(path) ?? path);
  return text.replaceAll(/(['"])(\.{1,2}\/[^'"]*)\.js\1/g, (whole, quote: string, to: string) => {
    const target = `${posix.join(posix.dirname(path), to)}.ts`;
    const found = moves.get(target) ?? target;
    if (found === target && !moves.has(path)) return whole;
    const relative = posix.relative(folder, found).replace(/ts$/, 'js');
    return `${quote}${relative.startsWith('.') ? relative : `./${relative}`}${quote}`;
  });
}

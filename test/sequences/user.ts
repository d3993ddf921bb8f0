import { stateFile } from '../../src/output/plan/leftovers.js';
import { parseState } from '../../src/output/plan/state.js';
import type { Files } from '../support/memory-disk.js';
import { userEdits as developments } from './edits/user-edits.js';

/** A user writes into every file that is not generated; what was written there before stays. */
export const userEdits =
  '# a user writes comments into YAML and PROJECT, and code into src/main.ts and the controllers';

/** A user develops the operator: other builder chains, markers, names, imports, functions. */
export const userDevelops = '# a user writes the operator: controllers that own and watch, other names of kinds';

/** Lines that begin so are not commands. */
export function isUserEdit(line: string): boolean {
  return line.startsWith('#');
}

const mark = "The user's";

/** Lines of the edits after which the form of files is the user's. */
export const otherEdits: readonly string[] = developments.map(({ line }) => line);

export function edit(files: Files, line = userEdits): Files {
  const isOwn = writtenTest(files);
  return new Map(
    [...files].map(([path, text]) => [
      path,
      !isOwn(path) ? text : line === userDevelops ? developed(path, text) : edited(path, text),
    ]),
  );
}

/** Makes any of the edits. */
export async function editAs(files: Files, line: string): Promise<Files> {
  const development = developments.find((each) => each.line === line);
  if (development === undefined) return edit(files, line);
  const isOwn = writtenTest(files);
  const [own, others] = [true, false].map((wanted) => [...files].filter(([path]) => isOwn(path) === wanted));
  return new Map([...others!, ...(await development.edit(new Map(own)))]);
}

/** Nobody edits what is generated. */
function writtenTest(files: Files): (path: string) => boolean {
  const state = parseState(files.get(stateFile));
  return (path) => !['generated', 'sample'].includes(state.get(path)?.ownership ?? '') && path !== stateFile;
}

/** How many lines of a user go with files that had copies of them, such as the types of another version. */
export function copiesIn(before: Files, after: Files): number {
  const gone = [...before].filter(([path]) => !after.has(path));
  const left = new Set([...after.values()].flatMap((text) => text.split('\n')));
  const lines = gone.flatMap(([, text]) => text.split('\n'));
  return lines.filter((line) => line.includes(mark) && left.has(line)).length;
}

/** How many lines of a user there are. No command takes one away, unless it is told to. */
export function userLines(files: Files): number {
  return [...files.values()].reduce((total, text) => total + text.split(mark).length - 1, 0);
}

const words = "The user's own words.";

/** Code as people write it around and inside of what was scaffolded. */
function developed(path: string, text: string): string {
  if (text.includes(words)) return text;
  if (path.endsWith('.controller.ts')) return withChain(text);
  if (path.endsWith('.types.ts')) return withShortName(text);
  return text;
}

/** The controller owns ConfigMaps, and its chain has a line for each link. */
function withChain(text: string): string {
  const chain = /await controllerManagedBy\(manager\)((?:\.\w+\([^()]*\))+);/.exec(text);
  if (chain === null || text.includes('ConfigMap') || !text.includes(rbacImport)) return text;
  const links = [...chain[1]!.matchAll(/\.\w+\([^()]*\)/g)].map(([link]) => link);
  const all = [...links.slice(0, -1), `// ${words}`, '.owns(ConfigMap)', links.at(-1)!];
  const marker = "@Rbac(ConfigMap, ['get', 'list', 'watch'])\n";
  return text
    .replace(chain[0], `await controllerManagedBy(manager)\n    ${all.join('\n    ')};`)
    .replace(rbacImport, (line) => `${line}${configMap}`)
    .replace(/^export class/m, `${marker}export class`);
}

const rbacImport = "import { Rbac } from '@operator-gen/runtime/api';\n";
const configMap = "import { ConfigMap } from '@operator-gen/runtime/k8s/core/v1';\n";
/** The kind has a short name, and a comment above its marker. */
function withShortName(text: string): string {
  return text.replace(
    /^@Resource\(groupVersion, \{ plural: '(\w+)'/m,
    (marker, plural: string) => `// ${words}\n${marker}, shortNames: ['${plural.slice(0, 3)}${plural.length}']`,
  );
}

function edited(path: string, text: string): string {
  if ((text.includes(mark) && !text.includes(words)) || text.includes('ownFunction')) return text;
  if (path === 'PROJECT' || (path.startsWith('config/') && path.endsWith('.yaml'))) return commented(text);
  if (path === 'src/main.ts' || path.endsWith('.controller.ts')) {
    return `${text}\n/** ${mark} own function. */\nexport function ownFunction(): string {\n  return 'kept';\n}\n`;
  }
  return text;
}

/** A comment at the top, behind the first line that has none, and at the end. */
function commented(text: string): string {
  const lines = text.trimEnd().split('\n');
  const index = lines.findIndex((line) => /^\w+: \S/.test(line) && !line.includes('#'));
  if (index >= 0) lines[index] = `${lines[index]} # ${mark} words`;
  return [`# ${mark} first words`, ...lines, `# ${mark} last words`, ''].join('\n');
}

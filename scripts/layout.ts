import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importGraph } from '../test/support/import-graph.js';

// `npm run layout`: the size of the code, what `manifests` reads of it, and what each feature takes.

const source = fileURLToPath(new URL('../src', import.meta.url));
const { files, importsOf } = importGraph(source);

const linesOf = (some: Iterable<string>): number =>
  [...some].reduce((sum, file) => sum + readFileSync(`${source}/${file}`, 'utf8').split('\n').length - 1, 0);

/** Returns the files that some files import directly or indirectly, including types and dynamic imports. */
function closure(start: readonly string[], isRead: (file: string) => boolean): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file) || !files.includes(file) || !isRead(file)) return;
    found.add(file);
    for (const each of importsOf(file)) visit(each);
  };
  for (const each of start) visit(each);
  return found;
}

function print(what: string, some: Iterable<string>): void {
  const all = [...some];
  console.log(`${what.padEnd(44)} ${String(all.length).padStart(5)} files ${String(linesOf(all)).padStart(6)} lines`);
}

const isCore = (file: string): boolean => !/^(?:features|library|deployment)\//.test(file);
const manifests = ['main.ts', 'cli/commands/manifests/run.ts'];
print('src', files);
print('the core', files.filter(isCore));
print(
  'manifests, without features and other commands',
  closure(
    ['cli/framework/main.ts', 'cli/framework/run.ts', 'cli/commands/manifests/run.ts'],
    (file) => isCore(file) && (!file.startsWith('cli/commands/') || file.startsWith('cli/commands/manifests/')),
  ),
);
print(
  'manifests, with features',
  closure(manifests, () => true),
);
const features = new Set(files.flatMap((file) => /^features\/(\w+)\//.exec(file)?.[1] ?? []));
for (const each of features) {
  print(
    `features/${each}`,
    files.filter((file) => file.startsWith(`features/${each}/`)),
  );
}

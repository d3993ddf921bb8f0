import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync, cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { readCrd, type Crd } from '../../src/base/crd/crd.js';
import { structuralProblems } from '../../src/features/import/crd-problems.js';
import { rootOf } from '../../src/features/import/kind-class.js';
import { kubernetesTypes } from '../../src/features/import/kubernetes-types.js';
import { rawPlaces } from '../../src/features/import/raw-places.js';
import { disk } from '../../src/base/io/disk.js';
import { slashed } from '../../src/base/io/slashed.js';
import { definitionsIn } from '../../src/features/released/definitions.js';
import { filesIn } from '../../src/features/released/files.js';

import { roundTrip, type RoundTrip } from './round-trip.js';

// `npm run round-trip -- <folder>...`: each folder has the definitions of one project. All of them become types, from which
// they are generated again and compared; the types are compiled and linted as in a scaffolded project.
// `--ignore-descriptions` uses types of Kubernetes with other descriptions; `--no-lint` only compares.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'ignore-descriptions': { type: 'boolean' }, 'no-lint': { type: 'boolean' } },
});
const repository = resolve(import.meta.dirname, '../..');
const types = kubernetesTypes(!values['ignore-descriptions']);
const total = { definitions: 0, versions: 0, same: 0, raw: 0, refused: 0 };
const kinds = new Map<string, number>();
const sizes: number[] = [];

for (const folder of positionals) {
  const { crds, refused } = await definitionsOf(folder);
  const result = await roundTrip(crds, { kubernetesTypes: types, format: true });
  const problems = values['no-lint'] ? [] : await lint(result.sources);
  report(folder, result, [...refused, ...problems]);
}
const sorted = sizes.toSorted((one, other) => one - other);
const long = sorted.filter((each) => each > 400).length;
console.log(`
${total.definitions} definitions with ${total.versions} versions, ${total.same} versions are the same (${((100 * total.same) / total.versions).toFixed(2)} %), ${total.refused} definitions refused
${total.raw} times @Schema; ${sorted.length} files: median ${sorted[sorted.length >> 1]} lines, most ${sorted.at(-1)}, ${long} with more than 400
differences by keyword: ${[...kinds].map(([keyword, count]) => `${keyword} ${count}`).join(', ') || 'none'}`);

async function definitionsOf(folder: string): Promise<{ crds: readonly Crd[]; refused: readonly string[] }> {
  const objects = await definitionsIn(filesIn(disk, slashed(resolve(folder)), folder));
  const crds = new Map<string, Crd>();
  const refused: string[] = [];
  for (const object of objects) {
    const crd = readCrd(object);
    const [problem] = crd === undefined ? [] : structuralProblems(crd, (index) => rootOf(crd, crd.versions[index]!));
    if (crd === undefined) refused.push('a definition of another version');
    else if (problem !== undefined) refused.push(`${crd.name}: ${problem.path}: ${problem.reason}`);
    else if (!crds.has(crd.name)) crds.set(crd.name, crd);
  }
  total.refused += refused.length;
  return { crds: [...crds.values()], refused };
}

/** Returns what the tools of a scaffolded project report about the code. */
async function lint(sources: RoundTrip['sources']): Promise<readonly string[]> {
  const root = mkdtempSync(join(tmpdir(), 'round-trip-'));
  for (const [path, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }\n');
  const template = join(repository, 'templates/init');
  cpSync(join(template, 'tsconfig.json'), join(root, 'tsconfig.json'));
  cpSync(join(template, '_oxlintrc.json'), join(root, '.oxlintrc.json'));
  cpSync(join(template, '_prettierrc.json'), join(root, '.prettierrc.json'));
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  const run = async (program: string, ...words: readonly string[]): Promise<readonly string[]> => {
    const { all, exitCode } = await execa(program, words, { cwd: root, all: true, reject: false, preferLocal: true });
    return exitCode === 0 ? [] : [`${program}: ${all.slice(0, 2000)}`];
  };
  const found = [
    ...(await run('tsc', '--noEmit')),
    ...(await run('oxlint', '--type-aware', '--deny-warnings')),
    ...(await run('prettier', '--check', 'src')),
  ];
  rmSync(root, { recursive: true });
  return found;
}

function report(folder: string, { sources, results, diagnostics }: RoundTrip, problems: readonly string[]): void {
  const versions = results.reduce((sum, { crd }) => sum + crd.versions.length, 0);
  let different = 0;
  for (const { crd, differences } of results) {
    different += Math.min(crd.versions.length, new Set(differences.map(({ path }) => path.slice(0, 2).join())).size);
    for (const { path } of differences) kinds.set(path.at(-1)!, (kinds.get(path.at(-1)!) ?? 0) + 1);
  }
  const files = Object.entries(sources).filter(([path]) => !path.endsWith('group-version.ts'));
  const raw = rawPlaces(files.map(([path, content]) => ({ path, content }))).length;
  for (const [, text] of files) sizes.push(text.split('\n').length - 1);
  total.definitions += results.length;
  total.versions += versions;
  total.same += versions - different;
  total.raw += raw;
  console.log(
    `${folder}: ${results.length} definitions, ${versions} versions, ${versions - different} the same, ${raw} times @Schema`,
  );
  for (const each of [...diagnostics.map(({ code, message }) => `${code}: ${message}`), ...problems])
    console.log(`  ${each}`);
  for (const { crd, differences } of results)
    for (const { path } of differences.slice(0, 5)) console.log(`  ${crd.name}: ${path.join('.')}`);
}

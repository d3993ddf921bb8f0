import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { generatedBy } from '../../scripts/docs/marker-examples.js';
import { inspectMarkers } from '../../src/cli/commands/inspect-markers/run.js';
import { markerExamplesFolder, readMarkerExample } from '../../src/base/io/marker-examples.js';
import { loadMarkers, markers } from '../../src/language/markers/registry.js';
import { temporaryFolder } from '../support/tree.js';

await loadMarkers();

const repository = resolve(import.meta.dirname, '../..');
const names = markers.map(({ name }) => name);
const files = readdirSync(markerExamplesFolder);

const missing = names.flatMap((name) => [
  ...(files.includes(`${name}.ts`) ? [] : [`add docs/reference/examples/${name}.ts`]),
  ...(files.includes(`${name}.yaml`) ? [] : [`npm run docs makes docs/reference/examples/${name}.yaml`]),
]);

test('every marker has an example, and every example is of a marker', () => {
  expect(missing).toEqual([]);
  expect(new Set(files.map((file) => file.split('.')[0]))).toEqual(new Set(names));
});

const withExample = markers.filter(({ name }) => files.includes(`${name}.yaml`));

describe.each(withExample)('the example of $name', (marker) => {
  const { sources, generated } = readMarkerExample(marker.name);

  test('uses the marker', () => {
    expect(Object.values(sources).join('\n')).toContain(`@${marker.name}(`);
  });

  test('generates what is shown; if not: npm run docs', async () => {
    expect(await generatedBy(marker)).toBe(generated);
  });

  test('shows what the marker writes', () => {
    const written = [...marker.emits, ...(marker.inBundle ?? []).slice(0, 1)];
    const shown = keysOf(parseAllDocuments(generated).map((document) => document.toJS() as unknown));
    expect([...shown]).toEqual(expect.arrayContaining(written.map((place) => place.split('.').at(-1))));
  });

  test('would generate something else without the marker', async () => {
    const without = Object.entries(sources).map(([file, text]) => [file, withoutMarker(text, marker.name)] as const);
    expect(await generatedOrRefused(marker, Object.fromEntries(without))).not.toBe(generated);
  });

  test('is what `inspect markers` shows', async () => {
    const { result } = await inspectMarkers({ names: [marker.name] }, { cwd: '/' } as never);
    const text = result!.text.replaceAll(/^ {4}/gm, '');
    for (const each of [...Object.values(sources), generated]) expect(text).toContain(each);
  });
});

test('the examples compile, as a scaffolded project compiles them', async () => {
  const folder = temporaryFolder({ 'package.json': '{ "type": "module" }' });
  mkdirSync(join(folder, 'src'));
  for (const { name } of markers) {
    for (const [file, text] of Object.entries(readMarkerExample(name).sources)) {
      writeFileSync(join(folder, 'src', file), text);
    }
  }
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const config = { extends: join(repository, 'templates/init/tsconfig.json'), include: ['src'], exclude: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  const { stdout } = await execa(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], {
    cwd: folder,
    reject: false,
  });
  expect(stdout).toBe('');
});

test('a list of all markers is short: examples are shown of those that are named', async () => {
  const { result } = await inspectMarkers({}, { cwd: '/' } as never);
  expect(result!.text).not.toContain('Example:');
});

/** What is generated, or why nothing is: a class without `@Resource` is no kind. */
async function generatedOrRefused(...[marker, sources]: Parameters<typeof generatedBy>): Promise<string> {
  try {
    return await generatedBy(marker, sources);
  } catch (error) {
    return String(error);
  }
}

function keysOf(value: unknown): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return new Set([...own, ...Object.values(value).flatMap((each) => [...keysOf(each)])]);
}

/** A source in which a marker is written that says nothing: a comment in its place. */
function withoutMarker(text: string, name: string): string {
  const at = text.indexOf(`@${name}(`);
  if (at < 0) return text;
  let depth = 0;
  for (let end = text.indexOf('(', at); ; end += 1) {
    depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0;
    if (depth === 0) return text.slice(0, at) + withoutMarker(text.slice(end + 1), name);
  }
}

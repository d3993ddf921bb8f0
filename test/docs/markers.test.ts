import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { markersPage } from '../../scripts/docs/markers-page.js';

import { markersNamed } from '../../src/cli/commands/inspect-markers/complete.js';
import { markers } from '../../src/language/markers/registry.js';
import { replacements } from '../../src/language/markers/go-counterparts.js';
import { inspectMarkers } from '../../src/cli/commands/inspect-markers/run.js';
import { specSchema } from '../support/generate.js';

const page = readFileSync(new URL('../../docs/reference/markers.md', import.meta.url), 'utf8');
/** The names of the markers of controller-gen 0.21.0, as the program lists them, and their aliases. */
const upstream = JSON.parse(readFileSync(new URL('upstream-markers.json', import.meta.url), 'utf8')) as string[];

const ofMarkers = markers.flatMap(({ kubebuilder }) => kubebuilder);
const replaced = replacements.flatMap(({ names }) => names);

test('the page is what the table of markers says; if not: npm run docs', () => {
  expect(page).toBe(markersPage());
});

test('every marker has a section', () => {
  expect(page.match(/^## \w+$/gm)).toEqual(markers.map(({ name }) => `## ${name}`));
});

test('every marker of controller-gen is a marker here, or the page says what stands for it', () => {
  expect(upstream.length).toBeGreaterThan(80);
  const answered = new Set([...ofMarkers, ...replaced]);
  expect(upstream.filter((name) => !answered.has(name))).toEqual([]);
  for (const name of upstream) expect(page).toContain(`\`+${name}\``);
});

test.each(upstream)('+%s is explained by `inspect markers` and by the diagnostic', async (name) => {
  const { diagnostics } = specSchema(`  // +${name}=x\n  it?: string;`);
  expect(diagnostics.map(({ code }) => code)).toEqual(['go-marker']);
  expect(diagnostics[0]!.help).toMatch(/^(write|remove it: it generates Go code)/);
  for (const given of [`+${name}`, `+${name}=x`, name]) {
    const options = markersNamed(given);
    const { result } = await inspectMarkers(options, { cwd: '/' } as never);
    expect(result!.text).toContain(`+${name}`);
    expect(result!.text).toMatch(/^(@[A-Z]\w+\(|In Go: )/);
  }
});

test('no name is made up', () => {
  // That of operator-sdk is not one of controller-gen.
  const known = [...upstream, 'operator-sdk:csv:customresourcedefinitions'];
  expect([...ofMarkers, ...replaced].filter((name) => !known.includes(name))).toEqual([]);
});

test('what the page says instead of a marker gives what the marker would', () => {
  const { spec, diagnostics } = specSchema(
    `  replicas: Int32 = 1;
  nothing?: string | null;
  mode?: 'fast' | 'safe';
  port?: IntOrString;
  values?: Json;
  names?: Name[];
  lists?: Name[][];
  named?: Record<string, Name>;
  needed!: string;
  @ListType('set') once?: string[];`,
    '/** @maxLength 63 */\ntype Name = string;',
  );
  expect(diagnostics).toEqual([]);
  expect(spec['required']).toEqual(['needed']);
  expect(spec['properties']).toMatchObject({
    replicas: { default: 1 },
    nothing: { type: 'string', nullable: true },
    mode: { enum: ['fast', 'safe'] },
    port: { 'x-kubernetes-int-or-string': true },
    values: { 'x-kubernetes-preserve-unknown-fields': true },
    names: { items: { type: 'string', maxLength: 63 } },
    lists: { items: { items: { maxLength: 63 } } },
    named: { additionalProperties: { maxLength: 63 } },
    once: { 'x-kubernetes-list-type': 'set' },
  });
});

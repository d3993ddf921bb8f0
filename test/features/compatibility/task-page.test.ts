import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { objectCount } from '../../../src/features/compatibility/rejected-objects.js';
import { acceptanceOf, readAcceptances } from '../../../src/features/compatibility/acceptances.js';
import { compareCrds } from '../../../src/features/compatibility/compare-crds.js';
import { readCrd, type Crd } from '../../../src/base/crd/crd.js';
import { changeDiagnostic } from '../../../src/features/compatibility/explain-change.js';
import { comparisonCodes } from '../../../src/features/compatibility/comparison-codes.js';
import { emitCrd } from '../../../src/output/emit/crd.js';
import type { JsonObject } from '../../../src/base/model/schema.js';
import { analyzeSources } from '../../support/generate.js';
import { taskPages } from '../../support/task-pages.js';

const { blocks, text: page } = taskPages.find(({ name }) => name === 'compatibility')!;
const [source = ''] = blocks.filter(({ info }) => info === 'ts').map(({ text }) => text);
const [printed = '', accepted = ''] = blocks.filter(({ info }) => info === 'text').map(({ text }) => text);

const repository = resolve(import.meta.dirname, '../../..');

function crdOf(text: string): Crd {
  const { model } = analyzeSources({ 'src/api/v1/foo.types.ts': text });
  return readCrd(parse(emitCrd(model.kinds[0]!, '0.0.0').text) as JsonObject)!;
}

const released = source
  .replace(/^ *@MaxLength.*\n/m, '')
  .replace(/^ *title!.*\n/m, '')
  .replace('MaxLength, ', '');
const changes = compareCrds(crdOf(released), crdOf(source));

it('the page shows what is printed', () => {
  const found = changes.map((change) => changeDiagnostic({ change, severity: 'error', position: undefined }));
  const lines = found.map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
  expect(lines.toSorted()).toEqual(printed.trim().split('\n').toSorted());
});

it('the page shows an acceptance of it', () => {
  const change = changes.find(({ path }) => path === 'spec.text')!;
  const [{ reason: _, ...wanted }] = parse(acceptanceOf(change)) as [Record<string, unknown>];
  expect(parse(accepted)).toEqual([expect.objectContaining(wanted)]);
});

it('the entry that the page shows is valid', () => {
  expect(readAcceptances(accepted)).toMatchObject([{ change: 'max-length-lowered', expires: '2027-06-30' }]);
});

it('the page compares a pull request as the workflow does', () => {
  const workflow = readFileSync(join(repository, 'templates/workflows/_github/workflows/codegen-check.yml'), 'utf8');
  const [command = ''] = blocks.flatMap(
    ({ text }) => /\$ operator-gen (check --output github .*)/.exec(text)?.[1] ?? [],
  );
  const [base] = /--against \S+/.exec(command)!;
  expect(workflow.split(base).length - 1).toBe(2);
  expect(workflow).toContain(`fetch-depth: ${/`fetch-depth` of (\d+)/.exec(page)![1]!}`);
});

it('the page names codes that exist, and the number of random objects', () => {
  const pages = [page, taskPages.find(({ name }) => name === 'ci')!.text];
  const codes = pages.flatMap((text) => [...text.matchAll(/(?:diagnostics\/|`)((?:against|breaks)-[a-z-]+)/g)]);
  expect(codes.length).toBeGreaterThan(6);
  for (const [, code] of codes) expect(comparisonCodes).toContain(code);
  expect(page).toContain(`${objectCount} random objects`);
});

it('the page names all settings of the policy in PROJECT', () => {
  const reference = readFileSync(join(repository, 'docs/reference/project.md'), 'utf8');
  expect(page).toContain('](../reference/project.md)');
  for (const setting of ['alpha', 'unserved', 'ratcheted']) expect(reference).toContain(`| \`${setting}\` |`);
});

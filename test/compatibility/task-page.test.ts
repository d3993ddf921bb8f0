import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { acceptanceOf } from '../../src/compatibility/acceptances.js';
import { compareCrds } from '../../src/compatibility/compare-crds.js';
import { readCrd, type Crd } from '../../src/compatibility/crd.js';
import { changeDiagnostic } from '../../src/compatibility/explain-change.js';
import { emitCrd } from '../../src/emit/crd.js';
import type { JsonObject } from '../../src/model/schema.js';
import { analyzeSources } from '../support/generate.js';
import { taskPages } from '../support/task-pages.js';

const { blocks } = taskPages.find(({ name }) => name === 'compatibility')!;
const [source = ''] = blocks.filter(({ info }) => info === 'ts').map(({ text }) => text);
const [printed = '', accepted = ''] = blocks.filter(({ info }) => info === 'text').map(({ text }) => text);

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

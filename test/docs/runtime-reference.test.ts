import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runtimeReference } from '../../scripts/docs/runtime-reference.js';

const docs = new URL('../../docs/', import.meta.url);

test('the reference says what the doc comments of the runtime say; if not: npm run build && npm run docs', async () => {
  const pages = await runtimeReference();
  expect(
    readdirSync(new URL('reference/runtime', docs))
      .map((name) => `reference/runtime/${name}`)
      .toSorted(),
  ).toEqual(Object.keys(pages).toSorted());
  for (const [path, text] of Object.entries(pages)) {
    expect(readFileSync(new URL(path, docs), 'utf8'), path).toBe(text);
  }
});

import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { describe, expect, it } from 'vitest';
import { mergeFile } from '../../../src/base/merge/merge-file.js';
import { runs } from '../../support/seed.js';
import { sorted } from './wild-yaml.js';

/** Values with the keys that identify items of Kubernetes lists, and with others. */
const { tree } = fc.letrec<{ readonly tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('a', 'b', 1, true),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom('name', 'kind', 'path', 'source', 'select', 'fieldPaths', 'targets', 'key', 'other'),
      tie('tree'),
      { minKeys: 1, maxKeys: 3 },
    ),
  ),
}));

const document = fc.record({ targets: fc.array(tree, { maxLength: 3 }), spec: tree }, { requiredKeys: ['targets'] });

describe('a file that its user has only formatted in another way', () => {
  it('has the values of the release afterwards, or the change is refused', () => {
    let merged = 0;
    fc.assert(
      fc.property(document, document, fc.constantFrom(2, 4), fc.boolean(), (old, wanted, indent, indentSeq) => {
        const [before, after] = [old, wanted].map((each) => stringify(each, { indentSeq: false })) as [string, string];
        const existing = stringify(old, { indent, indentSeq, defaultStringType: 'QUOTE_DOUBLE' });
        const result = mergeFile('config/file.yaml', { existing, before, after });
        if (result.kind === 'refused') return;
        merged += 1;
        expect(sorted(parse(result.content))).toEqual(sorted(wanted));
      }),
      { numRuns: runs(500) },
    );
    expect(merged).toBeGreaterThan(200);
  });
});

import { describe, expect, it } from 'vitest';
import { mergeFile } from '../../../src/base/merge/merge-file.js';
import { replaceWords } from '../../../src/base/merge/tree-merge.js';

const expr = (job: string, limit: string): string =>
  `sum by (name) (depth{job="${job}"}) > ${limit}\n  and deriv(depth{job="${job}"}[10m]) > 0`;

describe('words that change in a string', () => {
  it('change in a string whose other words the user has changed', () => {
    expect(replaceWords(expr('a-metrics', '5'), expr('a-metrics', '100'), expr('b-metrics', '100'))).toBe(
      expr('b-metrics', '5'),
    );
  });

  it.each([
    ['that the user no longer has', expr('mine', '5'), expr('a-metrics', '100'), expr('b-metrics', '100')],
    ['that are most of it', 'mine:v2', 'controller:v1', 'other:v1'],
    ['between which something else changes', 'a b c d e, f', 'a b c d e', 'a b (c) d e'],
    ['that change in two ways', 'x a b c d a', 'a b c d a', 'e b c d f'],
  ])('stay if they are words %s', (_, existing, before, after) => {
    expect(replaceWords(existing, before, after)).toBeUndefined();
  });

  it.each(['|-', '>-'])('change in the source of a value with the indicator %s', (indicator) => {
    const rules = (job: string, limit: string, own = ''): string =>
      `groups:\n- name: operator\n  rules:\n  - alert: Grows\n    expr: ${indicator}\n      ${expr(job, limit).replaceAll('\n', '\n      ')}\n    for: 15m\n${own}`;
    const own = '  - alert: Mine\n    expr: up == 0 # Ours.\n';
    const texts = { existing: rules('a-x', '5', own), before: rules('a-x', '100'), after: rules('b-x', '100') };
    expect(mergeFile('alerts.yaml', texts)).toEqual({ kind: 'merged', content: rules('b-x', '5', own) });
  });
});

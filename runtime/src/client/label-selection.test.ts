import { describe, expect, it } from 'vitest';
import { labelSelectorAsSelector, labelSelectorText, type LabelSelection } from './label-selection.js';

const expression = (key: string, operator: string, values?: string[]) => ({
  matchExpressions: [{ key, operator, ...(values && { values }) }],
});

describe('a label selector', () => {
  it.each<[LabelSelection, string]>([
    ['app=web,tier!=cache', 'app=web,tier!=cache'],
    [{ app: 'web', 'example.com/tier': '' }, 'app=web,example.com/tier='],
    [{ matchLabels: { app: 'web' } }, 'app=web'],
    [{ matchLabels: { app: 'web' }, ...expression('tier', 'NotIn', ['a', 'b.c']) }, 'app=web,tier notin (a,b.c)'],
    [expression('app', 'In', ['web', '']), 'app in (web,)'],
    [expression('app', 'Exists'), 'app'],
    [expression('app', 'DoesNotExist', []), '!app'],
    // A label with the name `matchLabels`.
    [{ matchLabels: 'a' }, 'matchLabels=a'],
    // Everything.
    [{}, ''],
    [{ matchLabels: {}, matchExpressions: [] }, ''],
    // Nothing.
    [null, 'nothing,!nothing'],
  ])('%j is the text %j', (selection, text) => {
    expect(labelSelectorText(selection)).toBe(text);
  });

  it('that is absent selects nothing, and one that is empty everything', () => {
    expect(labelSelectorAsSelector(undefined)).toBe('nothing,!nothing');
    expect(labelSelectorAsSelector({})).toBe('');
    // As parsed from YAML.
    expect(labelSelectorAsSelector({ matchLabels: null as never, matchExpressions: [] })).toBe('');
  });

  it.each<[LabelSelection, string]>([
    [expression('app', 'in', ['web']), '"app": "in" is not an operator: write In, NotIn, Exists or DoesNotExist'],
    [expression('app', 'In'), 'the operator In needs at least one value'],
    [expression('app', 'NotIn', []), 'the operator NotIn needs at least one value'],
    [expression('app', 'Exists', ['web']), 'the operator Exists takes no values'],
    [expression('app', 'In', ['a,b']), '"a,b" is not a value of a label'],
    [expression('a b', 'Exists'), '"a b": no label has such a key'],
    [expression('!app', 'Exists'), 'no label has such a key'],
    [expression('Example.com/app', 'Exists'), 'no label has such a key'],
    [expression('a/b/c', 'Exists'), 'no label has such a key'],
    [{ matchLabels: { app: 'a,!b' } }, 'is not a value of a label'],
    [{ app: 'web,tier' }, 'is not a value of a label'],
    [{ app: 'x'.repeat(64) }, 'is not a value of a label'],
    [{ app: undefined as never }, 'is not a value of a label'],
    [{ '': 'a' }, 'no label has such a key'],
  ])('%j is refused', (selection, said) => {
    expect(() => labelSelectorText(selection)).toThrow(SyntaxError);
    expect(() => labelSelectorText(selection)).toThrow(said);
  });
});

import { describe, expect, it } from 'vitest';
import { codes, specSchema } from '../../support/generate.js';

describe('@Required makes a field required', () => {
  it.each([
    ['that is optional', '@Required() it?: string;', ''],
    ['that has a default', '@Required() it: Int32 = 1;', ''],
    ['that has @Default', '@Required() @Default(1) it?: Int32;', ''],
    ['by its type', 'it?: Named;', '/** @required */ type Named = string;'],
    ['whose type is optional', '@Required() it?: Named;', '/** @optional */ type Named = string;'],
  ])('%s', (_, spec, before) => {
    const { spec: schema, diagnostics } = specSchema(`  ${spec}`, before);
    expect(diagnostics).toEqual([]);
    expect(schema['required']).toEqual(['it']);
  });

  it('and a field can be optional although its type is required', () => {
    const { spec, diagnostics } = specSchema('  @Optional() it!: Named;', '/** @required */ type Named = string;');
    expect(diagnostics).toEqual([]);
    expect(spec['required']).toBeUndefined();
  });

  it('and not at the same time optional', () => {
    const { diagnostics } = specSchema('  @Optional() @Required() it!: string;');
    expect(codes(diagnostics)).toEqual([expect.stringMatching(/^invalid-marker \d+:15$/)]);
    expect(diagnostics[0]!.message).toContain('@Optional');
  });

  it('and neither an item of a list nor a kind', () => {
    const { diagnostics } = specSchema('  @Items(Required()) it?: string[];');
    expect(codes(diagnostics).map((each) => each.split(' ')[0])).toEqual(['misplaced-marker']);
  });
});

import { describe, expect, it } from 'vitest';
import { codes, specSchema } from '../../support/generate.js';

const settings = 'class Settings { port: Int32 = 80; name?: string }';

describe('new Settings() as a default', () => {
  it.each([
    ['is an empty object', 'it: Settings = new Settings();', settings],
    ['may be null', 'it: Settings | null = new Settings();', settings],
    [
      'of a derived class',
      'it: Derived = new Derived();',
      `${settings} class Derived extends Settings { constructor() { super(); } }`,
    ],
    ['of a generic class', 'it: Box<string> = new Box();', 'class Box<T> { port: Int32 = 80; value?: T }'],
  ])('%s', (_, field, before) => {
    const { spec, diagnostics } = specSchema(`  ${field}`, before);
    expect(diagnostics).toEqual([]);
    expect(spec['properties'].it.default).toEqual({});
    expect(spec['properties'].it.properties.port.default).toBe(80);
  });

  it('is not valid if a field has none', () => {
    const { diagnostics } = specSchema('  it: Settings = new Settings();', 'class Settings { port!: Int32 }');
    expect(codes(diagnostics).map((each) => each.split(' ')[0])).toEqual(['invalid-default']);
  });

  it.each([
    [
      'of another class',
      'it: Settings = new Derived();',
      `${settings} class Derived extends Settings { port: Int32 = 81 }`,
    ],
    [
      'with arguments',
      'it: Settings = new Settings(81);',
      'class Settings { constructor(readonly port: Int32 = 80) {} }',
    ],
    [
      'with code in its constructor',
      'it: Settings = new Settings();',
      'class Settings { port: Int32 = 80; constructor() { this.port = 81; } }',
    ],
    ['of the platform', 'it: Time = new Date() as never;', ''],
  ])('is refused %s', (_, field, before) => {
    const { diagnostics } = specSchema(`  ${field}`, before);
    expect(codes(diagnostics).map((each) => each.split(' ')[0])).toEqual(['default-not-a-literal']);
  });
});

import { describe, expect, it } from 'vitest';
import { verifyKind } from '../../src/verify/kind-rules.js';
import { verifySize } from '../../src/verify/size-rules.js';
import { analyzeSources, kindSource, specSchema } from '../support/generate.js';

describe('schemas', () => {
  it.each([
    ["it: Int32 = 'x' as never;", ['default-misfit']],
    ['@Minimum(3) it: Int32 = 2;', ['default-misfit']],
    ["it: 'a' | 'b' = 'c' as never;", ['default-misfit']],
    ['it: Record<string, Int32> = { a: 1, b: 1.5 };', ['default-misfit']],
    ['it: { a: string } = {} as never;', ['default-misfit']],
    ["it: { a: string } = { a: 'x', b: 'y' } as never;", ['default-misfit']],
    ["@ListType('set') it: string[] = ['a', 'a'];", ['default-misfit']],
    ["@Enum('a', 1) it!: string;", ['enum-misfit']],
    ['@Minimum(3) @Maximum(2) it!: Int32;', ['empty-range']],
    ['@MinLength(3) @MaxLength(2) it!: string;', ['empty-range']],
    ["@Pattern('([') it!: string;", ['invalid-pattern']],
    ["@Pattern('(?=a)') it!: string;", ['invalid-pattern']],
    ["@Pattern('(a)\\\\1') it!: string;", ['invalid-pattern']],
    ["@ListType('map') it!: { name: string }[];", ['list-map-without-keys']],
    ["@ListType('map') @ListMapKey('name') it!: string[];", ['list-map-items']],
    ["@ListType('map') @ListMapKey('nam') it!: { name: string }[];", ['list-map-key-missing']],
    ["@ListType('map') @ListMapKey('name') it!: { name?: string }[];", ['list-map-key-optional']],
    ["@ListMapKey('name') it!: { name: string }[];", ['list-keys-without-map']],
    ['it: Int32 = 2147483648;', ['default-misfit']],
  ])('%s', (text, codes) => {
    const { diagnostics } = specSchema(`  ${text}`);
    expect(diagnostics.map(({ code }) => code)).toEqual(codes);
    expect(diagnostics[0]!.position?.line).toBe(8);
  });

  it('point at the marker that says it', () => {
    const { diagnostics } = specSchema("  @MinLength(1)\n  @Pattern('([')\n  it!: string;");
    expect(diagnostics[0]!.position).toMatchObject({ line: 9, column: 3 });
  });
});

describe('paths', () => {
  const codesOf = (kindMarkers: string, status = 'replicas?: Int32;'): string[] => {
    const source = kindSource({
      kindMarkers,
      spec: 'replicas: Int32 = 1; labels?: Record<string, string>; any?: Json;',
      status,
    });
    const { model, diagnostics } = analyzeSources(source);
    expect(diagnostics).toEqual([]);
    return model.kinds.flatMap(verifyKind).map(({ code }) => code);
  };
  const column = (path: string): string => `@PrintColumn({ name: 'A', type: 'string', jsonPath: '${path}' })`;

  it.each([
    ['.spec.replicas', []],
    ['.metadata.name', []],
    ['.spec.labels.anything', []],
    ['.spec.any.deep.down', []],
    ['.status.conditions[?(@.type=="Ready")].status', []],
    ['.spec.replica', ['path-not-found']],
    ['spec.replicas', ['invalid-path']],
  ])('of a column: %s', (path, codes) => {
    expect(codesOf(column(path))).toEqual(codes);
  });

  it.each([
    ['.spec.replicas', '.status.replicas', []],
    ['.spec.replica', '.status.replicas', ['path-not-found']],
    ['.status.replicas', '.status.replicas', ['invalid-path']],
    ['.spec.replicas', '.spec.replicas', ['invalid-path']],
  ])('of a scale: %s and %s', (spec, status, codes) => {
    expect(codesOf(`@ScaleSubresource({ specReplicasPath: '${spec}', statusReplicasPath: '${status}' })`)).toEqual(
      codes,
    );
  });
});

describe('sizes', () => {
  it('warn near what kubectl apply can keep, and are refused beyond what etcd can', () => {
    expect(verifySize('a', 'x'.repeat(200_000))).toEqual([]);
    expect(verifySize('a', 'x'.repeat(210_000)).map(({ code, severity }) => [code, severity])).toEqual([
      ['large-crd', 'warning'],
    ]);
    expect(verifySize('a', 'x'.repeat(1_600_000)).map(({ code, severity }) => [code, severity])).toEqual([
      ['crd-too-large', 'error'],
    ]);
  });
});

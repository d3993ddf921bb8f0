/**
 * Versions of a kind: the type of its spec and its selectable fields; the last element is whether the API server
 * rejects the kind.
 */
export type SelectableCase = readonly [...(readonly [string, readonly string[]])[], boolean];

const [one, other] = ['{ a: string; b: string }', '{ a: string; b: string; c?: string }'];

export const selectableCases: readonly SelectableCase[] = [
  [[one, ['.spec.a']], false],
  [[one, ['.spec.a']], [one, ['.spec.a']], false],
  [[one, ['.spec.a']], [other, ['.spec.a']], true],
  [[one, ['.spec.a', '.spec.b']], [other, ['.spec.a', '.spec.b']], true],
  [[one, ['.spec.a', '.spec.b']], [other, ['.spec.b', '.spec.a']], false],
  [[one, ['.spec.a', '.spec.b']], [one, ['.spec.b', '.spec.a']], true],
  [[one, ['.spec.a']], [other, []], false],
  [[one, ['.spec.a']], [one, []], true],
  [[one, []], [one, []], false],
  [[one, []], [other, []], false],
  [[one, ['.spec.a']], [other, ['.spec.a']], [one, ['.spec.a']], true],
  [[one, ['.spec.a']], [other, ['.spec.a']], [one, []], false],
];

/** Returns the sources of such a kind. */
export function selectableSources(versions: readonly (readonly [string, readonly string[]])[]): Record<string, string> {
  return Object.fromEntries(
    versions.map(([spec, fields], index) => [
      `src/v${index + 1}.ts`,
      `import * as api from '@operator-gen/runtime/api';
${fields.map((each) => `@api.SelectableField('${each}')`).join(' ')} ${index === 0 ? '@api.StorageVersion()' : ''}
@api.Resource({ group: 'example.com', version: 'v${index + 1}' }, { plural: 'things' })
export class Thing extends api.CustomResource { spec!: ${spec} }
`,
    ]),
  );
}

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { emitSample } from '../../../src/output/emit/sample.js';
import { analyzeSources, kindSource } from '../../support/generate.js';

/** The sample's spec, for the body of a spec class. */
function sampleSpec(spec: string, before = '', specMarkers = ''): unknown {
  const source = kindSource({ spec, before });
  const path = Object.keys(source)[0]!;
  const text = source[path]!.replace('export class ThingSpec', `${specMarkers}\nexport class ThingSpec`);
  const { model, diagnostics } = analyzeSources({ [path]: text });
  expect(diagnostics).toEqual([]);
  const [kind] = model.kinds;
  const { text: sample, missing } = emitSample(kind!, kind!.versions[0]!, 'a-project');
  expect(missing).toEqual([]);
  return (parse(sample) as { spec: unknown }).spec;
}

describe('a sample', () => {
  it('shows what is required and the plain optional fields', () => {
    expect(sampleSpec('a!: string; b?: Int32; c?: string[]; d!: { e: boolean; f?: string }')).toEqual({
      a: 'example',
      b: 1,
      d: { e: false },
    });
  });

  it('shows the example of a field before its default', () => {
    expect(sampleSpec("@Example('nginx') a: string = 'busybox'; @Example(5432) port?: Int32;")).toEqual({
      a: 'nginx',
      port: 5432,
    });
  });

  it.each([
    ["@AtMostOneOf('a', 'b')", { a: 'example' }],
    ["@ExactlyOneOf('b', 'a')", { b: 'example' }],
    ["@AtLeastOneOf('c', 'd')", { a: 'example', b: 'example', c: {} }],
    ["@ExactlyOneOf('a', 'b') @ExactlyOneOf('b', 'c')", { a: 'example', c: {} }],
  ])('sets as many fields as may be set: %s', (markers, spec) => {
    expect(sampleSpec('a?: string; b?: string; c?: { x?: string }; d?: { x?: string }', '', markers)).toEqual(spec);
  });

  it('is of one branch of a union', () => {
    const before = `interface Disk { type: 'Disk'; path: string; size?: Int32 }
interface Memory { type: 'Memory'; limit?: string }`;
    expect(sampleSpec('storage!: Memory | Disk; other?: Disk | Memory; needed!: (Disk | Memory)', before)).toEqual({
      storage: { type: 'Memory' },
      needed: { type: 'Disk', path: 'example' },
    });
  });

  it('of a version that is not stored has a name of its own', () => {
    const kind = (
      version: string,
      marker = '',
    ): string => `import { CustomResource, Resource, StorageVersion } from '@operator-gen/runtime/api';
${marker} @Resource({ group: 'example.com', version: '${version}' }, { plural: 'things' })
export class Thing extends CustomResource { spec!: { a: string } }
`;
    const { model } = analyzeSources({ 'src/v1.ts': kind('v1', '@StorageVersion()'), 'src/v2.ts': kind('v2') });
    const names = model.kinds[0]!.versions.map(
      (version) => parse(emitSample(model.kinds[0]!, version, 'p').text).metadata.name as string,
    );
    expect(names).toEqual(['thing-sample', 'thing-sample-v2']);
  });
});

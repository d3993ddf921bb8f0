import { describe, expect, it } from 'vitest';
import { kindResults, type KindResults } from '../../../src/output/generate/kind-results.js';
import { disk } from '../../../src/base/io/disk.js';
import type { Memory } from '../../../src/base/memory/memory.js';
import type { Kind } from '../../../src/base/model/kind.js';
import { analyzeSources, kindSource, root } from '../../support/generate.js';

const kindsOf = (spec: string): readonly Kind[] => {
  const { model } = analyzeSources(kindSource({ spec }));
  const [kind] = model.kinds as [Kind];
  return [kind, { ...kind, kind: 'Other', plural: 'others' }];
};
const file = `${root}/src/api/v1/thing.types.ts`;
const input = { header: '# a\n', toolVersion: '1.0.0', options: undefined };

function memoryOf(): Memory {
  const files = new Map<string, Buffer>();
  return {
    build: 'a',
    read: (name) => files.get(name),
    write: (name, text) => void files.set(name, Buffer.from(text)),
  };
}

interface Run {
  readonly memory: Memory;
  readonly spec: string;
  readonly origin?: string;
  /** The CRD files on the disk. */
  readonly current?: readonly string[];
  readonly given?: typeof input;
}

/** Returns the files and the problems of a run. */
async function run({ memory, spec, origin = 'one', current, given = input }: Run) {
  const results: KindResults = kindResults(memory, root, disk);
  results.use(new Map([[file, origin]]));
  const kinds = kindsOf(spec);
  const codes = kinds.flatMap((kind) => results.verify(kind, { isConverted: false }).map(({ code }) => code));
  const files = kinds.map((kind, index) => results.crd(kind, given, () => current?.[index]).content);
  await results.keep();
  return { files, codes };
}

describe('the results for unchanged kinds', () => {
  const broken = "it: Int32 = 'x' as never;";

  it('come from the run before', async () => {
    const memory = memoryOf();
    const first = await run({ memory, spec: broken });
    expect(first.codes).toEqual(['invalid-default', 'invalid-default']);
    // That it is not computed again shows in a kind that is not as it was, although its origin says so.
    expect(await run({ memory, spec: 'it?: string;', current: first.files })).toEqual(first);
  });

  it.each<[what: string, changed: Partial<Run>]>([
    ['its sources', { origin: 'two' }],
    ['the header', { given: { ...input, header: '# b\n' } }],
    ['the version of the tool', { given: { ...input, toolVersion: '2.0.0' } }],
    ['the file, which is gone', { current: [] }],
    ['the file, which was edited', { current: ['a', 'b'] }],
  ])('are computed again after a change of %s', async (_, changed) => {
    const memory = memoryOf();
    const { files } = await run({ memory, spec: 'a?: string;' });
    const given = { spec: 'b?: string;', current: files, ...changed };
    const again = await run({ memory, ...given });
    expect(again.files).toEqual((await run({ memory: memoryOf(), ...given })).files);
    expect(again.files).not.toEqual(files);
  });

  it('are computed for a kind whose origin is not known', async () => {
    const memory = memoryOf();
    const { files } = await run({ memory, spec: 'a?: string;' });
    const results = kindResults(memory, root, disk);
    results.use(undefined);
    const [kind] = kindsOf('b?: string;');
    expect(results.crd(kind!, input, () => files[0]).content).toContain('b:');
  });
});

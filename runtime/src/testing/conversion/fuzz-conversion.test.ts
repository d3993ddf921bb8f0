import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../api/object.js';
import { defineResource } from '../../api/resource.js';
import { hubSpokeConverter, spokeConverter, type Convertible } from '../../webhook/converter.js';
import { preservedData } from '../../webhook/preserved-data.js';
import { ConversionLossError, type ConversionLoss } from './conversion-loss-error.js';
import { fuzzConversion, type FuzzConversionOptions } from './fuzz-conversion.js';

interface Port {
  name: string;
  number: number;
  protocol: string;
}
interface New extends KubernetesObject {
  spec: { seconds: number; note?: string | null; ports?: Port[]; labels?: Record<string, string>; only?: string };
  status?: { ready?: boolean };
}
interface Old extends KubernetesObject {
  spec: { minutes: number; rest: number; note?: string | null; ports?: Port[]; labels?: Record<string, string> };
  status?: { ready?: boolean };
}

const shared = {
  note: { type: 'string', nullable: true },
  labels: { type: 'object', additionalProperties: { type: 'string' } },
  ports: {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
    items: {
      type: 'object',
      required: ['name', 'number'],
      properties: {
        name: { type: 'string', pattern: '^[a-z]{1,5}$' },
        number: { type: 'integer', minimum: 1, maximum: 65535 },
        protocol: { type: 'string', enum: ['TCP', 'UDP'], default: 'TCP' },
      },
    },
  },
};
const version = (name: string, storage: boolean, required: string[], spec: object) => ({
  name,
  storage,
  served: true,
  schema: {
    openAPIV3Schema: {
      type: 'object',
      required: ['spec'],
      properties: {
        metadata: { type: 'object' },
        spec: { type: 'object', required, properties: { ...shared, ...spec } },
        status: { type: 'object', properties: { ready: { type: 'boolean' } } },
      },
    },
  },
});
const seconds = { type: 'integer', minimum: 0, maximum: 1_000_000 };
const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'jobs.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Job', plural: 'jobs' },
    versions: [
      version('v1', false, ['minutes', 'rest'], { minutes: seconds, rest: { ...seconds, maximum: 59 } }),
      version('v2', true, ['seconds'], { seconds, only: { type: 'string', minLength: 1 } }),
    ],
  },
};
const names = { group: 'example.com', kind: 'Job', plural: 'jobs', scope: 'Namespaced' } as const;
const NewJob = defineResource<New>({ ...names, version: 'v2' });
const OldJob = defineResource<Old>({ ...names, version: 'v1' });
const only = preservedData('example.com/only', (data) => typeof data === 'string');

const right: Convertible<New, Old> = {
  convertTo: ({ metadata, spec: { minutes, rest, ...spec }, status }) => {
    const { data, metadata: others } = only.restore(metadata);
    return {
      metadata: others,
      spec: { ...spec, seconds: 60 * minutes + rest, ...(data !== undefined && { only: data }) },
      ...(status && { status }),
    };
  },
  convertFrom: ({ metadata, spec: { seconds: all, only: data, ...spec }, status }) => ({
    metadata: only.preserve(metadata, data),
    spec: { ...spec, minutes: Math.trunc(all / 60), rest: all % 60 },
    ...(status && { status }),
  }),
};
const converterOf = (part: Partial<Convertible<New, Old>>) =>
  hubSpokeConverter(NewJob, spokeConverter<New, Old>(OldJob, { ...right, ...part }));
const fuzz = (part: Partial<Convertible<New, Old>>, options: Partial<FuzzConversionOptions> = {}) =>
  fuzzConversion(converterOf(part), { crd, seed: 1, values: 40, ...options });

async function errorOf(part: Partial<Convertible<New, Old>>): Promise<ConversionLossError> {
  const error = await fuzz(part).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConversionLossError);
  return error as ConversionLossError;
}
const lossesOf = async (part: Partial<Convertible<New, Old>>): Promise<readonly ConversionLoss[]> =>
  (await errorOf(part)).losses;

it.each([1, 2, 3, 4, 5])('passes a conversion that loses nothing, with seed %i', async (seed) => {
  expect(await fuzz({}, { seed, values: 100 })).toEqual({ seed, objects: 410 });
});

describe('names the field that', () => {
  it.each<[string, Partial<Convertible<New, Old>>, object[]]>([
    [
      'is forgotten on the way to the hub',
      {
        convertTo: async (old) => {
          const { status: _, ...rest } = await right.convertTo(old, undefined!);
          return rest;
        },
      },
      [
        { what: 'v1 -> v2 -> v1: status is lost', path: 'status', after: undefined },
        { what: 'v2 -> v1 -> v2: status is lost', path: 'status', after: undefined },
      ],
    ],
    [
      'the hub alone has, and is not preserved',
      {
        convertFrom: async (hub) => ({
          ...(await right.convertFrom(hub, undefined!)),
          metadata: hub.metadata!,
        }),
      },
      [{ what: 'v2 -> v1 -> v2: spec.only is lost', path: 'spec.only', before: 'a', after: undefined }],
    ],
    [
      'is lost in the items of a list',
      {
        convertTo: async (old) => {
          const hub = await right.convertTo(old, undefined!);
          const ports = hub.spec.ports?.map((port) => ({ ...port, protocol: 'TCP' }));
          return { ...hub, spec: { ...hub.spec, ...(ports && { ports }) } };
        },
      },
      [
        {
          path: 'spec.ports[0].protocol',
          before: 'UDP',
          after: 'TCP',
          what: expect.stringContaining('v1 -> v2 -> v1'),
        },
        {
          path: 'spec.ports[0].protocol',
          before: 'UDP',
          after: 'TCP',
          what: expect.stringContaining('v2 -> v1 -> v2'),
        },
      ],
    ],
    [
      'is rounded',
      {
        convertFrom: async (hub) => {
          const { spec, ...rest } = await right.convertFrom(hub, undefined!);
          return { ...rest, spec: { ...spec, rest: 0 } };
        },
      },
      [
        { path: 'spec.rest', before: 1, after: 0, what: 'v1 -> v2 -> v1: spec.rest is changed' },
        { path: 'spec.seconds', before: 1, after: 0, what: 'v2 -> v1 -> v2: spec.seconds is changed' },
      ],
    ],
    [
      'a null is made of',
      {
        convertTo: async (old) => {
          const { spec, ...rest } = await right.convertTo(old, undefined!);
          return { ...rest, spec: { ...spec, note: spec.note ?? null } };
        },
      },
      [
        { path: 'spec.note', before: undefined, after: null, what: 'v1 -> v2 -> v1: spec.note is added' },
        { path: 'spec.note', before: undefined, after: null, what: 'v2 -> v1 -> v2: spec.note is added' },
      ],
    ],
    [
      'the API server leaves out, for no schema has it',
      {
        convertFrom: async (hub) => {
          const old = await right.convertFrom({ ...hub, metadata: {} }, undefined!);
          return { ...old, metadata: hub.metadata!, spec: { ...old.spec, only: hub.spec.only } };
        },
        convertTo: async (old) => {
          const { only: data } = old.spec as { only?: string };
          const hub = await right.convertTo(old, undefined!);
          return { ...hub, spec: { ...hub.spec, ...(data !== undefined && { only: data }) } };
        },
      },
      [
        {
          path: 'spec.only',
          what: 'v2 -> v1 -> v2: spec.only is lost, for v1 has no such field and the API server leaves it out',
        },
      ],
    ],
    [
      'metadata lose',
      {
        convertTo: async (old) => {
          const { annotations: _, ...metadata } = old.metadata ?? {};
          return { ...(await right.convertTo(old, undefined!)), metadata };
        },
      },
      [{ path: 'metadata.annotations' }, { path: 'metadata.annotations' }],
    ],
  ])('%s', async (_, part, losses) => {
    expect(await lossesOf(part)).toMatchObject(losses);
  });
});

describe('tells what else goes wrong:', () => {
  it('a conversion that fails, on a small object', async () => {
    const losses = await lossesOf({
      convertTo: (old, context) => {
        if (old.spec.rest > 7) throw new RangeError('too much rest');
        return right.convertTo(old, context);
      },
    });
    expect(losses.map(({ what }) => what)).toEqual([
      'v1 -> v2 fails: RangeError: too much rest',
      'v2 -> v1 -> v2 fails: RangeError: too much rest',
    ]);
    expect(losses[0]!.objects).toEqual([
      {
        apiVersion: 'example.com/v1',
        kind: 'Job',
        metadata: { name: expect.any(String), namespace: 'default' },
        spec: { minutes: 0, rest: expect.any(Number) },
      },
    ]);
  });

  it('a conversion that changes what it is given', async () => {
    const [loss] = await lossesOf({
      convertTo: (old, context) => {
        (old.spec as Old['spec']).minutes += 1;
        return right.convertTo(old, context);
      },
    });
    expect(loss!.what).toContain('v1 -> v2 fails: TypeError: Cannot assign to read only property');
  });

  it('that what was preserved wins over what was written later', async () => {
    const spec = preservedData(
      'example.com/spec',
      (data): data is New['spec'] => typeof data === 'object' && data !== null && 'seconds' in data,
    );
    const losses = await lossesOf({
      convertTo: async (old, context) => {
        const { data, metadata } = spec.restore(old.metadata);
        const hub = await right.convertTo({ ...old, metadata }, context);
        return { ...hub, spec: data ?? hub.spec };
      },
      convertFrom: async (hub, context) => {
        const old = await right.convertFrom(hub, context);
        return { ...old, metadata: spec.preserve(hub.metadata, hub.spec) };
      },
    });
    expect(losses.map(({ what }) => what)).toContainEqual(
      'v1 -> v2 -> v1: spec.minutes is changed, while example.com/spec has what an earlier object preserved',
    );
  });

  it('that a conversion fails when someone else wrote the annotation', async () => {
    const trusting = preservedData('example.com/only', (data): data is { text: string } => data !== undefined);
    const losses = await lossesOf({
      convertTo: async (old) => {
        const { data, metadata } = trusting.restore(old.metadata);
        const hub = await right.convertTo({ ...old, metadata }, undefined!);
        return { ...hub, spec: { ...hub.spec, ...(data && { only: data.text.slice(0) }) } };
      },
      convertFrom: async (hub) => {
        const text = hub.spec.only;
        return {
          ...(await right.convertFrom(hub, undefined!)),
          metadata: trusting.preserve(hub.metadata, text === undefined ? undefined : { text }),
        };
      },
    });
    expect(losses).toMatchObject([
      {
        what: expect.stringMatching(
          /^v1 -> v2 fails: TypeError: .*, for someone wrote "a" into the annotation example.com\/only$/,
        ),
      },
    ]);
  });
});

describe('holds data that someone else wrote into the annotation against the type of the field:', () => {
  const keeping = <T>(isData: (data: any) => boolean, dataOf: (text: string) => T, textOf: (data: T) => string) => {
    const kept = preservedData('example.com/only', (data): data is T => isData(data));
    const part: Partial<Convertible<New, Old>> = {
      convertTo: async (old) => {
        const { data, metadata } = kept.restore(old.metadata);
        const hub = await right.convertTo({ ...old, metadata }, undefined!);
        return { ...hub, spec: { ...hub.spec, ...(data !== undefined && { only: textOf(data) }) } };
      },
      convertFrom: async (hub) => {
        const { only: text } = hub.spec;
        const data = text === undefined ? undefined : (dataOf(text) as any);
        return { ...(await right.convertFrom(hub, undefined!)), metadata: kept.preserve(hub.metadata, data) };
      },
    };
    return part;
  };
  const listed = (text: string) => ({ texts: [{ text }] });
  const first = ({ texts }: ReturnType<typeof listed>) => texts[0]!.text;
  const isListed = (data: any) => Array.isArray(data?.texts) && data.texts[0]?.text !== undefined;

  it.each([
    [
      'a value',
      keeping<string>(
        () => true,
        (text) => text,
        (text) => text,
      ),
      'null',
    ],
    ['a part of a value', keeping(isListed, listed, first), '{"texts":[{"text":0}]}'],
  ])('%s', async (_, part, wrote) => {
    const losses = await lossesOf(part);
    const what = `v1 -> v2: spec.only does not have the type of the field, for someone wrote ${wrote} into the annotation example.com/only`;
    expect(losses).toMatchObject([{ what }]);
  });

  it('text that is not JSON', async () => {
    const name = 'example.com/text';
    const part: Partial<Convertible<New, Old>> = {
      convertTo: async (old) => {
        const { [name]: text, ...annotations } = old.metadata?.annotations ?? {};
        const metadata = {
          ...old.metadata,
          annotations: Object.keys(annotations).length > 0 ? annotations : undefined,
        };
        const hub = await right.convertTo({ ...old, metadata } as Old, undefined!);
        return { ...hub, spec: { ...hub.spec, ...(text && { only: text }) } };
      },
      convertFrom: async (hub) => {
        const { only: text } = hub.spec;
        const old = await right.convertFrom({ ...hub, spec: { ...hub.spec, only: undefined } } as never, undefined!);
        const annotations = {
          ...old.metadata?.annotations,
          ...(text !== undefined && { [name]: `of ${text}`.slice(3) }),
        };
        return { ...old, metadata: { ...old.metadata, ...(text !== undefined && { annotations }) } };
      },
    };
    expect(await fuzz(part)).toMatchObject({ seed: 1 });
  });

  it('one that is validated', async () => {
    const isValidated = (data: any) => isListed(data) && typeof data.texts[0].text === 'string';
    expect(await fuzz(keeping(isValidated, listed, first))).toMatchObject({ seed: 1 });
  });
});

it('says all of it in the message, and makes the same objects again from the seed', async () => {
  const rounding: Partial<Convertible<New, Old>> = {
    convertTo: ({ spec: { minutes, rest: _rest, ...spec }, metadata, status }) => ({
      ...(metadata && { metadata }),
      spec: { ...spec, seconds: 60 * minutes },
      ...(status && { status }),
    }),
  };
  const { message, seed } = await errorOf(rounding);
  expect(seed).toBe(1);
  expect(message).toMatch(
    /^the conversion of Job.example.com does not keep everything; FUZZ_SEED=1 tries the same objects again\n\nv1 -> v2 -> v1: spec.rest is changed\n {2}before: 1\n {2}after: {2}0\n {2}in v1: \{.*\n {2}in v2: \{.*\n {2}in v1: /,
  );
  expect((await errorOf(rounding)).message).toBe(message);
});

/** A conversion to the hub that changes the keys of a map of labels, and the numbers of ports. */
const shifting = (
  labels: (all: Record<string, string>) => Record<string, string>,
  number = (of: number) => of,
): Partial<Convertible<New, Old>> => ({
  convertTo: async (old) => {
    const hub = await right.convertTo(old, undefined!);
    const ports = hub.spec.ports?.map((port) => ({ ...port, number: number(port.number) }));
    const spec = { ...hub.spec, ...(ports && { ports }) };
    return { ...hub, spec: { ...spec, ...(spec.labels && { labels: labels(spec.labels) }) } };
  },
});

describe('one cause is one loss, with three examples:', () => {
  it.each<[string, Partial<Convertible<New, Old>>, RegExp]>([
    [
      'the values of a map',
      shifting((all) => Object.fromEntries(Object.entries(all).map(([key, value]) => [key, `${value}!`]))),
      /^ {2}also: {3}spec\.labels\S+, spec\.labels\S+ and \d+ more$/m,
    ],
    [
      'the keys of a map, which are not all kept',
      shifting((all) => Object.fromEntries(Object.entries(all).slice(0, 0))),
      /^ {2}also: {3}spec\.labels\S+, spec\.labels\S+ and \d+ more$/m,
    ],
    [
      'the items of a list',
      shifting(
        (all) => all,
        (number) => Math.max(1, number - 1),
      ),
      /^ {2}also: {3}spec\.ports\[\d+\]\.number/m,
    ],
  ])('%s', async (_, part, also) => {
    const { losses, message } = await errorOf(part);
    expect(losses).toHaveLength(2);
    expect(losses.every(({ others }) => others !== undefined)).toBe(true);
    expect(message).toMatch(also);
    expect(message.split('\n').length).toBeLessThan(20);
  });
});

it('more than ten causes are named without their objects', async () => {
  const fields = Array.from({ length: 12 }, (__, index) => `f${index}`);
  const texts = Object.fromEntries(fields.map((name) => [name, { type: 'string', minLength: 1 }]));
  const [v1, v2] = crd.spec.versions.map(({ schema: _schema, ...of }) => ({
    ...of,
    schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: texts } } } },
  }));
  const wide = { ...crd, spec: { ...crd.spec, versions: [v1, v2] } };
  const emptied = ({ metadata }: { metadata?: object }): never => ({ metadata, spec: {} }) as never;
  const error = await fuzz({ convertTo: emptied, convertFrom: emptied }, { crd: wide }).catch((each: unknown) => each);
  const { losses, message } = error as ConversionLossError;
  expect(losses.length).toBeGreaterThan(20);
  expect(message.match(/^ {2}before: /gm)).toHaveLength(10);
  for (const { what } of losses) expect(message).toContain(what);
});

it('takes the seed from the environment, and another one each time without it', async () => {
  process.env['FUZZ_SEED'] = '77';
  try {
    expect((await fuzzConversion(converterOf({}), { crd, values: 3 })).seed).toBe(77);
  } finally {
    delete process.env['FUZZ_SEED'];
  }
});

it('adjusts objects to what no schema says', async () => {
  const picky: Partial<Convertible<New, Old>> = {
    convertTo: (old, context) => {
      if (old.spec.labels?.['a'] === undefined) throw new Error('no label a');
      return right.convertTo(old, context);
    },
  };
  const adjust = (object: KubernetesObject) => void ((object as Old).spec.labels = { a: 'b' });
  await fuzz(picky, { adjust });
  await expect(fuzz(picky)).rejects.toThrow('no label a');
});

describe('rules in CEL', () => {
  /** Returns the definition with a rule for the spec of v1. */
  const withRule = (rule: string) => {
    const [old, hub] = crd.spec.versions;
    const { spec, ...others } = old!.schema.openAPIV3Schema.properties;
    const properties = { ...others, spec: { ...spec, 'x-kubernetes-validations': [{ rule }] } };
    const schema = { openAPIV3Schema: { ...old!.schema.openAPIV3Schema, properties } };
    return { ...crd, spec: { ...crd.spec, versions: [{ ...old, schema }, hub] } };
  };
  const picky: Partial<Convertible<New, Old>> = {
    convertTo: (old, context) => {
      if (old.spec.note === undefined) throw new Error('no note');
      return right.convertTo(old, context);
    },
  };

  it('are followed by the objects of their version', async () => {
    const seen: string[] = [];
    const adjust = ({ apiVersion, ...object }: KubernetesObject): void => {
      if (apiVersion === 'example.com/v1') seen.push(typeof (object as Old).spec.note);
    };
    await fuzz({}, { crd: withRule("has(self.note) && self.note != '' && self.rest < self.minutes"), adjust });
    expect(new Set(seen)).toEqual(new Set(['string']));
  });

  it('that are beyond the test are listed with what goes wrong', async () => {
    const rule = "self.?note.orValue('') != ''";
    await expect(fuzz(picky, { crd: withRule(rule) })).rejects.toThrow(
      `Objects were not held against these rules; the option adjust can make them follow:\n  ${rule}`,
    );
  });

  it('about what was before are none for a new object', async () => {
    await expect(fuzz(picky, { crd: withRule('self.rest == oldSelf.rest') })).rejects.not.toThrow('not held against');
  });
});

describe('refuses', () => {
  it.each<[string, object, string]>([
    [
      'a definition of another kind',
      { names: { kind: 'Task' } },
      'there is no CustomResourceDefinition of Job.example.com',
    ],
    [
      'a version that has no converter',
      { versions: [...crd.spec.versions, version('v3', false, [], {})] },
      'Job.example.com is served in v3, and has no converter for it',
    ],
    ['a version that is not defined', { versions: [crd.spec.versions[1]] }, 'has no v1: run operator-gen manifests'],
    [
      'a schema that has no value',
      {
        versions: [
          crd.spec.versions[1],
          version('v1', false, ['x'], { x: { type: 'string', pattern: '^a$', minLength: 3 } }),
        ],
      },
      'no valid object of Job in v1 was found',
    ],
  ])('%s', async (_, spec, message) => {
    await expect(fuzz({}, { crd: { ...crd, spec: { ...crd.spec, ...spec } } })).rejects.toThrow(message);
  });
});

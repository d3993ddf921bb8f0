import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/model/schema.js';
import { startHelper, type RunningHelper } from '../../src/base/helper/helper-process.js';
import type { Answer, Question } from '../../src/base/helper/protocol.js';
import {
  compatibilityCases,
  type CompatibilityCase,
  type Request,
  type Verdict,
} from '../support/compatibility-cases.js';
import { eventually } from '../support/eventually.js';
import { oneOfEach } from '../support/seed.js';
import { serverOf, verdictOfAnswer, type Server, type Verdict as Answered } from '../support/server-verdict.js';
import { helperForTests } from '../support/upstream.js';
import { sharedApiServer } from './control-plane/shared.js';

// Whom a change breaks is tried: an object is stored under the old definition, and created and updated under the new one.

interface Foo {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace: string; labels?: Record<string, string> };
  spec: object;
}

interface Definition {
  metadata: { name: string };
  spec: {
    group: string;
    names: { plural: string };
    versions: { schema: { openAPIV3Schema: { properties: Record<string, unknown> } } }[];
  };
}

const shared = await sharedApiServer();
const path = shared.available ? await helperForTests() : undefined;
/** Another plural is another definition, and unknown fields of all versions can be kept by old definitions only. */
const untried = new Set(['plural-changed', 'all-unknown-fields-pruned']);

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Returns a definition in a group of its own, so that cases do not affect each other. */
function inGroup(definition: JsonObject, group: string): Definition {
  const copy = structuredClone(definition) as unknown as Definition;
  copy.spec.group = group;
  copy.metadata.name = `${copy.spec.names.plural}.${group}`;
  return copy;
}

/** Adds a field that updates change, beside those that a case is about. */
function withSibling(definition: Definition): Definition {
  const copy = structuredClone(definition);
  for (const { schema } of copy.spec.versions) {
    const { properties } = schema.openAPIV3Schema;
    Object.assign((properties['spec'] as { properties: object }).properties, { sibling: { type: 'string' } });
  }
  return copy;
}

/** Adds a field that shows that the API server uses this definition. */
function withMark(definition: Definition): Definition {
  const copy = structuredClone(definition);
  for (const { schema } of copy.spec.versions) {
    schema.openAPIV3Schema.properties['mark'] = { type: 'string', maxLength: 1 };
  }
  return copy;
}

function verdictOf({ errors, object }: Answered, spec: object): Verdict {
  if (errors.length > 0) return 'rejected';
  const { sibling: _, ...rest } = (object as Foo).spec as { sibling?: string };
  return JSON.stringify(rest) === JSON.stringify(spec) ? 'accepted' : 'changed';
}

/** Returns the verdict of the helper, which rejects unknown fields as kubectl does. Other clients lose them. */
function helperVerdict(answer: Answer, spec: object): Verdict {
  const { errors = [] } = answer;
  const isStrict = errors.length > 0 && errors.every(({ type }) => type === 'StrictDecoding');
  return isStrict ? 'changed' : verdictOf(verdictOfAnswer(answer), spec);
}

function typeOf(group: string, version: string) {
  return { apiVersion: `${group}/${version}`, kind: 'Foo' };
}

/** Returns the part of an answer at a path such as `items.0.spec`. */
function partOf(object: unknown, steps: string): unknown {
  return steps.split('.').reduce((each, key) => (each as Record<string, unknown> | undefined)?.[key], object);
}

/** The changes that are found, and what the API server does. */
function sortOf({ changes, tried, definition, asked }: CompatibilityCase): string {
  return JSON.stringify([changes, tried?.create, tried?.update, tried?.read !== undefined, definition, asked?.verdict]);
}

const updated = (foo: Foo): Foo => ({ ...foo, spec: { ...foo.spec, sibling: 'new' } });

describe.skipIf(path === undefined)('with an API server', { concurrent: true }, () => {
  let server: Server;
  let helper: RunningHelper;
  beforeAll(() => {
    if (!shared.available) return;
    server = serverOf(shared.info.kubeconfigPath);
    helper = startHelper(path!);
  });
  afterAll(() => {
    server?.close();
    helper?.end();
  });

  /** Updates a definition, with the status that the API server has given to the stored one. */
  async function replace(definition: Definition): Promise<Answered> {
    const at = `${crds}/${definition.metadata.name}`;
    const { object } = await server.send('GET', at);
    const { metadata } = object as Definition;
    return server.send('PUT', at, { ...definition, metadata });
  }

  /** Waits until the API server uses a definition with the mark. */
  async function marked(group: string): Promise<void> {
    const object = { ...typeOf(group, 'v1'), metadata: { name: 'mark' }, mark: 'long' };
    await eventually(async () => {
      const { errors } = await server.send(
        'POST',
        `/apis/${group}/v1/namespaces/default/foos?dryRun=All&fieldValidation=Ignore`,
        object,
      );
      expect(errors.join()).toContain('mark');
    });
  }

  /** Returns what happens to an object that is created, and to one that was stored before. */
  async function tried({ before, after, tried: trial }: CompatibilityCase, group: string) {
    const [old, now] = [inGroup(before, group), withMark(inGroup(after, group))].map(withSibling) as [
      Definition,
      Definition,
    ];
    const foo = (name: string, more: object = {}): Foo =>
      ({
        ...{ ...typeOf(group, 'v1'), metadata: { name, namespace: 'default' } },
        ...{ ...trial!.object, ...more },
      }) as Foo;
    const foos = `/apis/${group}/v1/namespaces/default/foos`;
    expect((await server.send('POST', crds, old)).errors).toEqual([]);
    const stored = await eventually(async () => {
      const answer = await server.send('POST', foos, foo('one'));
      expect(answer.errors).toEqual([]);
      return answer.object as Foo;
    });
    expect((await replace(now)).errors).toEqual([]);
    await marked(group);
    const current = (await server.send('GET', `${foos}/one`)).object as Foo;
    const ask = async (object: Foo, more: object = {}) => {
      const question = {
        operation: 'object',
        object: JSON.stringify(object),
        crds: [JSON.stringify(now)],
        stored: true,
      };
      return helperVerdict(await helper.ask({ ...question, ...more } as Question), stored.spec);
    };
    return {
      server: {
        create: verdictOf(await server.send('POST', foos, foo('two')), stored.spec),
        update: verdictOf(await server.send('PUT', `${foos}/one`, updated(current)), stored.spec),
      },
      helper: {
        create: await ask(foo('two')),
        update: await ask(updated({ ...current, metadata: foo('one').metadata }), {
          old: JSON.stringify({ ...stored, metadata: foo('one').metadata }),
        }),
      },
    };
  }

  /** Returns the verdict of a client with the old definition on an object that is stored under the new one. */
  async function readWithOld({ before, after, tried: trial }: CompatibilityCase): Promise<Verdict> {
    const [old, now] = [before, after].map((each) => inGroup(each, 'example.com')) as [Definition, Definition];
    const object = {
      apiVersion: 'example.com/v1',
      kind: 'Foo',
      metadata: { name: 'a', namespace: 'default' },
      ...trial!.read,
    };
    const ask = async (definition: Definition): Promise<Verdict> => {
      const question = { object: JSON.stringify(object), crds: [JSON.stringify(definition)], stored: true };
      return helperVerdict(await helper.ask({ operation: 'object', ...question }), trial!.read!['spec'] as object);
    };
    expect(await ask(now)).toBe('accepted');
    return ask(old);
  }

  /** Creates the object `one`. */
  async function store(group: string, more: JsonObject): Promise<void> {
    const [foos, { status, ...rest }] = [`/apis/${group}/v1/namespaces/default/foos`, more];
    const created = await eventually(async () => {
      const answer = await server.send('POST', foos, { ...typeOf(group, 'v1'), metadata: { name: 'one' }, ...rest });
      expect(answer.errors).toEqual([]);
      return answer.object as object;
    });
    if (status === undefined) return;
    expect((await server.send('PUT', `${foos}/one`, { ...created, status })).errors).toEqual([]);
  }

  /** Prepares a request under the old definition, and returns how its answer is judged under the new one. */
  async function prepared({ path: below, object, stored, part }: Request, group: string) {
    const at = `/apis/${group}/${below}`;
    const ask = () => {
      if (object === undefined) return server.send('GET', at);
      const named = { ...typeOf(group, below.split('/', 1)[0]!), metadata: { name: 'two' }, ...object };
      return server.send('POST', `${at}?dryRun=All`, named);
    };
    if (stored !== undefined) await store(group, stored);
    const read = async (): Promise<unknown> => {
      const answer = await ask();
      expect(answer.errors).toEqual([]);
      return partOf(answer.object, part);
    };
    const before = object === undefined ? await eventually(read) : object[part];
    expect(before).toBeDefined();
    return async (): Promise<Verdict> => {
      const { errors, object: now } = await ask();
      if (errors.length > 0) return 'rejected';
      return JSON.stringify(partOf(now, part)) === JSON.stringify(before) ? 'accepted' : 'changed';
    };
  }

  const cases = oneOfEach(compatibilityCases, sortOf).map(
    (each, index) => [each.name, each, `c${index}.example.com`] as const,
  );

  it.each(cases.filter(([, each]) => each.tried !== undefined))('%s', async (_, each, group) => {
    const { create, update } = each.tried!;
    expect(await tried(each, group)).toEqual({ server: { create, update }, helper: { create, update } });
  });

  it.each(cases.filter(([, each]) => each.tried?.read !== undefined))('an old client reads: %s', async (_, each) => {
    expect(await readWithOld(each)).not.toBe('accepted');
  });

  const others = cases.filter(
    ([, { tried: trial, changes }]) => trial === undefined && !changes.some((id) => untried.has(id)),
  );

  it.each(others)('the definition is updated where %s', async (_, each, group) => {
    expect((await server.send('POST', crds, inGroup(each.before, group))).errors).toEqual([]);
    await eventually(async () => {
      const { object } = await server.send('GET', `${crds}/foos.${group}`);
      expect(JSON.stringify(object)).toContain('"type":"Established","status":"True"');
    });
    const asked = each.asked && (await prepared(each.asked, group));
    const after = inGroup(each.after, group);
    const { errors } = await replace(asked === undefined ? after : withMark(after));
    expect(errors.length > 0 ? 'rejected' : 'accepted').toBe(each.definition ?? 'accepted');
    if (asked === undefined) return;
    await marked(group);
    // Versions and discovery are updated later than validation.
    await eventually(async () => expect(await asked()).toBe(each.asked!.verdict));
  });
});

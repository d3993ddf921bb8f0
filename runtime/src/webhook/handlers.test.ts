import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { admissionReview, ask, patchIn, thing } from '../../../test/support/admission.js';
import { oddValues } from '../../../test/support/odd-values.js';
import { logInto } from '../../../test/support/logs.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource } from '../api/resource.js';
import { ApiError } from '../transport/api-error.js';
import { fixedCredential } from '../transport/cluster-config.js';
import { createClient } from '../client/create-client.js';
import { createTransport } from '../transport/create-transport.js';
import { prometheusMetrics } from '../metrics/prometheus.js';
import { quantityPattern } from '../../../src/base/model/quantity.js';
import { parseDuration } from '../scalars/duration.js';
import { addQuantities, isQuantity, quantityValue } from '../scalars/quantity.js';
import { admissionHandler } from './admission-handler.js';
import type { AdmissionHandler } from './admission.js';
import { withDefaulter } from './defaulter.js';
import { field, invalid } from './field-errors.js';
import { allowed, denied, errored, patched, withWarnings } from './response.js';
import { createWebhookServer, type WebhookServer } from './server.js';
import { withValidator, type Validator } from './validator.js';

interface Thing extends KubernetesObject {
  spec: { size?: number; tags?: string[]; when?: unknown; [key: string]: unknown };
}
const Thing = defineResource<Thing>({
  group: 'example.com',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  scope: 'Namespaced',
});

let lines: { level: string; msg: string; [field: string]: any }[];
let server: WebhookServer;
let metrics: Awaited<ReturnType<typeof prometheusMetrics>>;

beforeEach(async () => {
  lines = [];
  metrics = await prometheusMetrics();
  const log = logInto(lines);
  server = createWebhookServer({}, { log, metrics });
});

const validator = (functions: Partial<Validator<Thing>>): Validator<Thing> => ({
  validateCreate: () => undefined,
  validateUpdate: () => undefined,
  validateDelete: () => undefined,
  ...functions,
});

it.each<[string, object]>([
  ['kind', { kind: null }],
  ['kind', { kind: 'Thing' }],
  ['resource', { resource: null }],
  ['userInfo', { userInfo: [] }],
  ['operation', { operation: null }],
])('a review without a %s that can be read is answered with 400: %j', async (name, part) => {
  server.register('/validate', withValidator(validator({})));
  const { request, ...envelope } = admissionReview() as { request: object };
  const reply = await server.handle({ path: '/validate', body: { ...envelope, request: { ...request, ...part } } });
  expect([reply.status, reply.body]).toEqual([400, expect.stringContaining(`has no ${name}"`)]);
});

it('an object that is none is refused with 400', async () => {
  server.register('/validate', withValidator(validator({})));
  server.register('/default', withDefaulter<Thing>({ default: () => undefined }));
  for (const path of ['/validate', '/default']) {
    expect((await ask(server, path, { object: 5 as never })).status).toMatchObject({ code: 400 });
  }
});

describe('a validator', () => {
  const validate = (functions: Partial<Validator<Thing>>): void =>
    server.register('/validate', withValidator(validator(functions)));

  it('is awaited: an asynchronous verdict counts (defect of kubenode: answered without it)', async () => {
    validate({
      validateCreate: async () => {
        await sleep(20);
        throw new Error('too late is not allowed');
      },
    });
    expect(await ask(server, '/validate')).toEqual({
      uid: 'question-1',
      allowed: false,
      status: { code: 403, reason: 'Forbidden', message: 'too late is not allowed' },
    });
  });

  it('allows, with warnings and without', async () => {
    validate({ validateCreate: ({ spec }) => (spec.size === 1 ? ['small', 'cheap'] : undefined) });
    expect(await ask(server, '/validate')).toEqual({ uid: 'question-1', allowed: true, status: { code: 200 } });
    expect(await ask(server, '/validate', { object: thing({ size: 1 }) })).toMatchObject({
      allowed: true,
      warnings: ['small', 'cheap'],
    });
  });

  it('names the fields that are wrong', async () => {
    validate({
      validateCreate: ({ metadata, spec }) => {
        const errors = [
          field.invalid('spec.size', spec.size, 'must be at most 4'),
          field.required('spec.image'),
          field.notSupported('spec.mode', 'x', ['a', 'b']),
        ];
        throw invalid(Thing, metadata?.name, errors);
      },
    });
    expect(await ask(server, '/validate', { object: thing({ size: 5 }) })).toMatchObject({
      allowed: false,
      status: {
        status: 'Failure',
        code: 422,
        reason: 'Invalid',
        message:
          'Thing.example.com "one" is invalid: [spec.size: Invalid value: 5: must be at most 4, spec.image: Required value, ' +
          'spec.mode: Unsupported value: "x": supported values: "a", "b"]',
        details: {
          name: 'one',
          group: 'example.com',
          kind: 'Thing',
          causes: [
            {
              field: 'spec.size',
              reason: 'FieldValueInvalid',
              message: 'Invalid value: 5: must be at most 4',
            },
            { field: 'spec.image', reason: 'FieldValueRequired' },
            { field: 'spec.mode', reason: 'FieldValueNotSupported' },
          ],
        },
      },
    });
  });

  // The texts of https://pkg.go.dev/k8s.io/apimachinery/pkg/util/validation/field#Error.
  it.each([
    [field.forbidden('spec.mode', 'may not be changed'), 'FieldValueForbidden', 'Forbidden: may not be changed'],
    [field.duplicate('spec.ports[1].name', 'http'), 'FieldValueDuplicate', 'Duplicate value: "http"'],
    [field.notFound('spec.class', 'big'), 'FieldValueNotFound', 'Not found: "big"'],
    [field.tooLong('spec.text', 5), 'FieldValueTooLong', 'Too long: may not be more than 5 bytes'],
    [field.tooMany('spec.ports', 3, 2), 'FieldValueTooMany', 'Too many: 3: must have at most 2 items'],
  ])('names a field in the words of the API server: %o', async (error, reason, message) => {
    validate({
      validateCreate: () => {
        throw invalid(Thing, 'one', [error]);
      },
    });
    expect((await ask(server, '/validate')).status).toMatchObject({
      message: `Thing.example.com "one" is invalid: ${error.field}: ${message}`,
      details: { causes: [{ field: error.field, reason, message }] },
    });
  });

  it('names no field of an error of the whole object', async () => {
    validate({
      validateCreate: () => {
        throw invalid(Thing, 'one', [field.forbidden('', 'there is another one'), field.required('spec.image')]);
      },
    });
    expect((await ask(server, '/validate')).status).toMatchObject({
      message: 'Thing.example.com "one" is invalid: [Forbidden: there is another one, spec.image: Required value]',
    });
  });

  it('passes a refusal of the API server on', async () => {
    validate({
      validateCreate: () => {
        throw new ApiError({ code: 404, reason: 'NotFound', message: 'no such class' }, 'get classes big');
      },
    });
    expect((await ask(server, '/validate')).status).toMatchObject({
      code: 404,
      reason: 'NotFound',
      message: 'get classes big: no such class',
    });
  });

  it('sees the old object, the operation, the dry run and who asks', async () => {
    const seen: unknown[] = [];
    validate({
      validateUpdate: (old, now, { request }) => {
        seen.push(old.spec.size, now.spec.size, request.dryRun, request.userInfo.username, request.subResource);
      },
      validateDelete: ({ spec }, { request }) => {
        seen.push(request.operation, spec.size);
        throw new Error('in use');
      },
    });
    const old = thing({ size: 1 });
    const update = { operation: 'UPDATE', object: thing({ size: 2 }), oldObject: old, dryRun: true } as const;
    expect(await ask(server, '/validate', { ...update, subResource: 'scale' })).toMatchObject({ allowed: true });
    const deleted = await ask(server, '/validate', { operation: 'DELETE', object: null, oldObject: old });
    expect(deleted).toMatchObject({ allowed: false, status: { message: 'in use' } });
    expect(seen).toEqual([1, 2, true, 'somebody', 'scale', 'DELETE', 1]);
  });

  it('is not asked about a CONNECT, and refuses what it does not know with 400', async () => {
    validate({});
    expect(await ask(server, '/validate', { operation: 'CONNECT', object: null })).toMatchObject({ allowed: true });
    const unknown = await ask(server, '/validate', { operation: 'PEEK' as 'CREATE' });
    expect(unknown).toMatchObject({ allowed: false, status: { code: 400, message: 'unknown operation "PEEK"' } });
    const empty = await ask(server, '/validate', { object: null });
    expect(empty.status).toMatchObject({ code: 400, message: 'the CREATE request has no object' });
  });

  it('that has a defect refuses with 500, is counted, and is logged with the request and the stack', async () => {
    validate({
      validateCreate: (object) => {
        (object as Thing).spec.size = 3;
      },
    });
    const response = await ask(server, '/validate');
    expect(response.status).toMatchObject({ code: 500 });
    expect(response.status.message).toMatch(/^panic: .*object is not extensible \[recovered\]$/);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: 'error',
      webhook: '/validate',
      webhookGroup: 'example.com',
      webhookKind: 'Thing',
      name: 'one',
      namespace: 'default',
      user: 'somebody',
      requestID: 'question-1',
      error: { name: 'TypeError', stack: expect.stringContaining('handlers.test.ts') as string },
    });
    expect((await metrics.report()).text).toContain('controller_runtime_webhook_panics_total 1');
  });
});

describe('a defaulter', () => {
  const defaults = (change: (object: Thing) => void | Promise<void>): void =>
    server.register('/mutate', withDefaulter<Thing>({ default: change }));

  it('answers a patch in base64 and its type (defect of kubenode: neither)', async () => {
    defaults(async ({ spec }) => {
      await sleep(5);
      spec.size ??= 3;
    });
    const response = await ask(server, '/mutate');
    expect(response).toMatchObject({ uid: 'question-1', allowed: true, patchType: 'JSONPatch' });
    expect(response.patch).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect(patchIn(response)).toEqual([{ op: 'add', path: '/spec/size', value: 3 }]);
  });

  it('touches only what it changed: fields that no one knows stay', async () => {
    defaults((object) => {
      object.metadata!.labels = { ...object.metadata!.labels, 'example.com/checked': 'yes' };
      delete object.spec['old'];
      object.spec['gone'] = undefined;
      object.spec.when = new Date(0);
    });
    const object = { ...thing({ old: 1, gone: 2, future: { a: [1, { b: null }] } }), extra: { deep: true } };
    expect(patchIn(await ask(server, '/mutate', { object }))).toEqual([
      { op: 'add', path: '/metadata/labels', value: { 'example.com/checked': 'yes' } },
      { op: 'remove', path: '/spec/old' },
      { op: 'remove', path: '/spec/gone' },
      { op: 'add', path: '/spec/when', value: '1970-01-01T00:00:00.000Z' },
    ]);
  });

  it('answers no patch where nothing changed, and is not asked about a DELETE', async () => {
    let asked = 0;
    defaults(() => void (asked += 1));
    const response = await ask(server, '/mutate');
    expect(response).toEqual({ uid: 'question-1', allowed: true, status: { code: 200 } });
    await ask(server, '/mutate', { operation: 'DELETE', object: null, oldObject: thing() });
    expect(asked).toBe(1);
  });

  it('can refuse', async () => {
    defaults(() => {
      throw new Error('no default fits');
    });
    expect(await ask(server, '/mutate')).toMatchObject({ allowed: false, status: { code: 403 } });
  });

  it('never writes a number beyond 2^53 as another one', async () => {
    defaults((object) => void object.spec.tags!.unshift('new'));
    const review = JSON.stringify(admissionReview({ object: thing({ tags: ['BIG', 'a'] }) }));
    const kept = await server.handle({ path: '/mutate', body: review.replace('"BIG"', '9007199254740993') });
    expect(JSON.parse(kept.body)).toMatchObject({ response: { allowed: true, patchType: 'JSONPatch' } });
    server.register('/move', withDefaulter<Thing>({ default: ({ spec }) => void (spec['copy'] = spec.tags) }));
    server.register(
      '/by-hand',
      admissionHandler(({ object }) =>
        patched('', { op: 'add', path: '/spec/copy', value: (object as Thing).spec.tags }),
      ),
    );
    for (const path of ['/move', '/by-hand']) {
      lines.length = 0;
      const moved = await server.handle({ path, body: review.replace('"BIG"', '9007199254740993') });
      const message = expect.stringMatching(
        /: spec\.copy\[0\] is a whole number beyond 2\^53, .*; use a smaller number, or let the webhook/,
      ) as string;
      expect(JSON.parse(moved.body)).toMatchObject({
        response: {
          allowed: false,
          status: { code: 422, reason: 'Invalid', message, details: { causes: [{ field: 'spec.copy[0]' }] } },
        },
      });
      expect(lines).toMatchObject([{ level: 'warn', webhook: path, error: message }]);
    }
    expect((await metrics.report()).text).toContain('controller_runtime_webhook_panics_total 0');
  });

  it('whose handler would write such a number refuses the request: it is not a defect', async () => {
    const client = createClient(createTransport({ server: 'http://127.0.0.1:1', credentials: fixedCredential({}) }));
    const update = async (object: unknown) => void (await client.update(Thing, object as Thing));
    server.register(
      '/write',
      admissionHandler(async ({ object }) => {
        await update(object);
        return allowed();
      }),
    );
    server.register('/validate', withValidator(validator({ validateCreate: (object) => update(object) })));
    const review = JSON.stringify(admissionReview({ object: thing({ size: 'BIG' }) }));
    for (const path of ['/write', '/validate']) {
      const { body } = await server.handle({ path, body: review.replace('"BIG"', '9007199254740993') });
      expect(JSON.parse(body)).toMatchObject({
        response: { allowed: false, status: { code: 422, message: expect.stringContaining('spec.size is') as string } },
      });
    }
    expect((await metrics.report()).text).toContain('controller_runtime_webhook_panics_total 0');
  });
});

describe('a quantity or a duration that the schema accepts and no parser', () => {
  // The pattern of upstream for quantities accepts fractions in exponents.
  const quantities = ['1e1.5', '1e.5', '1e1.', '-1E+1.0'];
  const use = ({ spec: { amount, time } }: { readonly spec: Readonly<Record<string, unknown>> }): void => {
    if (amount !== undefined) quantityValue(addQuantities('1Gi', amount as string));
    if (time !== undefined) parseDuration(time as string);
  };

  beforeEach(() => {
    server.register('/validate', withValidator(validator({ validateCreate: use })));
    server.register('/default', withDefaulter<Thing>({ default: use }));
    const handler: AdmissionHandler = ({ object }) => {
      use(object as Thing);
      return allowed();
    };
    server.register('/handle', admissionHandler(handler));
  });

  it.each<[object, string]>([
    ...quantities.map((amount): [object, string] => [{ amount }, `"${amount}" is not a quantity: write a number`]),
    [{ amount: { of: 'what' } }, 'an object is not a quantity: write a number'],
    [{ amount: '1e999999999' }, 'the result would have more than 10000 digits'],
    [{ time: '1d' }, '"1d" is not a duration: write numbers and their units'],
    [{ time: 5 }, '5 is not a duration: write numbers and their units'],
  ])('denies the request: %j', async (spec, said) => {
    const text = expect.stringContaining(said) as string;
    for (const path of ['/validate', '/default', '/handle']) {
      // kubectl would show a cause without a field in place of the message, as `: message`.
      const { allowed: isAllowed, status } = await ask(server, path, { object: thing(spec) });
      expect(isAllowed).toBe(false);
      expect(status).toEqual({ status: 'Failure', code: 422, reason: 'Invalid', message: text });
    }
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect((await metrics.report()).text).toContain('controller_runtime_webhook_panics_total 0');
  });

  it.each(quantities)('is in the pattern of the schema, or the test above is void: %s', (amount) => {
    expect(amount).toMatch(new RegExp(quantityPattern));
    expect(isQuantity(amount)).toBe(false);
  });

  it('is a bug where no object contains such a value', async () => {
    server.register('/bug', withValidator(validator({ validateCreate: () => void parseDuration(undefined as never) })));
    expect(await ask(server, '/bug', { object: thing({}) })).toMatchObject({ status: { code: 500 } });
    expect((await metrics.report()).text).toContain('controller_runtime_webhook_panics_total 1');
  });
});

describe('a handler', () => {
  const handles = (handler: AdmissionHandler): void => server.register('/handle', admissionHandler(handler));

  it.each([
    [allowed('fine'), { allowed: true, status: { code: 200, message: 'fine' } }],
    [denied('no'), { allowed: false, status: { code: 403, reason: 'Forbidden', message: 'no' } }],
    [errored(507, new Error('full')), { allowed: false, status: { code: 507, message: 'full', status: 'Failure' } }],
    [withWarnings(withWarnings(allowed(), ['one']), ['two']), { warnings: ['one', 'two'] }],
    [
      { allowed: true, auditAnnotations: { why: 'so' } },
      { auditAnnotations: { why: 'so' }, status: { code: 200 } },
    ],
  ])('answers %j', async (response, wire) => {
    handles(() => response);
    expect(await ask(server, '/handle')).toMatchObject({ uid: 'question-1', ...wire });
  });

  it('patches by steps of its own', async () => {
    handles(() => patched('renamed', { op: 'move', from: '/spec/a', path: '/spec/b' }));
    const response = await ask(server, '/handle');
    expect(response).toMatchObject({ allowed: true, patchType: 'JSONPatch', status: { message: 'renamed' } });
    expect(patchIn(response)).toEqual([{ op: 'move', from: '/spec/a', path: '/spec/b' }]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['rubbish', { allowed: 'yes' }],
    ['what is not JSON', { allowed: true, patches: [{ op: 'add', path: '/a', value: 1n }] }],
  ])('that answers %s refuses with 500', async (_, answer) => {
    handles(() => answer as never);
    const response = await ask(server, '/handle');
    expect(response).toMatchObject({ uid: 'question-1', allowed: false, status: { code: 500 } });
    expect(lines).toHaveLength(1);
  });

  it.each(oddValues)('that throws %s refuses the request', async (_, make) => {
    const thrower = (): never => {
      throw make();
    };
    handles(thrower);
    server.register('/validate', withValidator(validator({ validateCreate: thrower })));
    server.register('/default', withDefaulter<Thing>({ default: thrower }));
    for (const path of ['/handle', '/validate', '/default']) {
      const response = await ask(server, path);
      expect(response).toMatchObject({ uid: 'question-1', allowed: false, status: { message: expect.any(String) } });
    }
  });

  it('that throws is cut off, where recoverPanic is false', async () => {
    const failing = (): never => {
      throw new Error('broken');
    };
    server.register('/handle', admissionHandler(failing, { recoverPanic: false }));
    await expect(ask(server, '/handle')).rejects.toThrow('broken');
    expect((await metrics.report()).text).toContain('controller_runtime_webhook_panics_total 1');
  });

  it('answers in the version of the question', async () => {
    handles(() => allowed());
    const body = { ...admissionReview(), apiVersion: 'admission.k8s.io/v1beta1' };
    const reply = await server.handle({ path: '/handle', body });
    expect(JSON.parse(reply.body)).toMatchObject({ apiVersion: 'admission.k8s.io/v1beta1', kind: 'AdmissionReview' });
  });
});

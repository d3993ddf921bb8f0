import { once } from 'node:events';
import { beforeEach, expect, it } from 'vitest';
import { admissionReview, ask } from '../../../test/support/admission.js';
import { logInto } from '../../../test/support/logs.js';
import { prometheusMetrics } from '../metrics/prometheus.js';
import { admissionHandler } from './admission-handler.js';
import { allowed } from './response.js';
import type { WebhookRequest } from './router.js';
import { createWebhookServer, type WebhookServer } from './server.js';

let lines: { level: string; msg: string; [field: string]: any }[];
let server: WebhookServer;
let metrics: Awaited<ReturnType<typeof prometheusMetrics>>;

beforeEach(async () => {
  lines = [];
  metrics = await prometheusMetrics();
  const log = logInto(lines);
  server = createWebhookServer({}, { log, metrics });
  server.register(
    '/hook',
    admissionHandler(() => allowed()),
  );
});

const review = admissionReview();
const reviewText = JSON.stringify(review);
const nested = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
const lists = `${'['.repeat(5000)}${']'.repeat(5000)}`;
const oversized = JSON.stringify({ ...review, padding: 'x'.repeat(7 * 1024 * 1024) });

it.each<[string, Partial<WebhookRequest>, number, string]>([
  ['an unknown path', { path: '/other' }, 404, 'there is no webhook at /other'],
  ['a GET', { method: 'GET' }, 405, 'expected POST, got GET'],
  ['a text', { contentType: 'text/plain' }, 415, 'expected application/json, got text/plain'],
  ['no content type', { contentType: '' }, 415, 'expected application/json, got no content type'],
  ['nothing', { body: '' }, 400, 'the body is empty'],
  ['rubbish', { body: 'not json' }, 400, 'the body is not JSON: unexpected character'],
  ['a number', { body: '5' }, 400, 'expected admission.k8s.io/v1 AdmissionReview'],
  ['null', { body: 'null' }, 400, 'expected admission.k8s.io/v1 AdmissionReview'],
  ['a list', { body: '[]' }, 400, 'expected admission.k8s.io/v1 AdmissionReview'],
  ['another kind', { body: { ...review, kind: 'ConversionReview' } }, 400, '"kind":"ConversionReview"'],
  [
    'another version',
    { body: { ...review, apiVersion: 'admission.k8s.io/v9' } },
    400,
    '"apiVersion":"admission.k8s.io/v9"',
  ],
  ['a kind nested deeply', { body: reviewText.replace('"AdmissionReview"', nested) }, 400, '"kind":"{...}"'],
  [
    'a version nested deeply',
    { body: reviewText.replace('"admission.k8s.io/v1"', nested) },
    400,
    '"apiVersion":"{...}"',
  ],
  [
    'a version in 5,000 lists',
    { body: reviewText.replace('"admission.k8s.io/v1"', lists) },
    400,
    '"apiVersion":"[...]"',
  ],
  ['a review without a request', { body: { ...review, request: null } }, 400, 'no request with a uid'],
  ['a request without a uid', { body: { ...review, request: {} } }, 400, 'no request with a uid'],
  ['a request without a kind', { body: { ...review, request: { uid: 'a' } } }, 400, 'request has no kind'],
  ['more than 7 MiB', { body: oversized }, 413, 'the body is larger than 7340032 bytes'],
])('%s is answered with what is wrong, and one line says it', async (_, request, code, message) => {
  const reply = await server.handle({ path: '/hook', body: review, ...request });
  expect(reply.status).toBe(code);
  expect(JSON.parse(reply.body)).toMatchObject({
    kind: 'Status',
    status: 'Failure',
    code,
    message: expect.stringContaining(message) as string,
  });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ level: 'warn', status: code, error: expect.stringContaining(message) as string });
  expect(await ask(server, '/hook')).toMatchObject({ allowed: true });
});

it.each(['application/json; charset=utf-8', 'Application/JSON', ' application/json ;x=y'])(
  'the content type %j is JSON (defect of kubenode: compared as a text)',
  async (contentType) => {
    expect((await server.handle({ path: '/hook', body: review, contentType })).status).toBe(200);
  },
);

it('ends the wait for a slow handler with 504 when the time of the API server is over, and tells the handler', async () => {
  let reason: unknown;
  server.register(
    '/slow',
    admissionHandler(async (_, { signal }) => {
      await once(signal, 'abort');
      reason = signal.reason;
      return allowed();
    }),
  );
  const reply = await server.handle({ path: '/slow?timeout=100ms', body: review });
  expect(reply.status).toBe(504);
  expect(reason).toMatchObject({ message: 'the webhook did not answer within 100 ms' });
  expect(lines).toMatchObject([{ level: 'warn', webhook: '/slow', status: 504 }]);
});

it('tells the handler when the client has gone', async () => {
  const client = new AbortController();
  server.register(
    '/slow',
    admissionHandler(async (_, { signal }) => {
      client.abort();
      expect(signal.aborted).toBe(true);
      return allowed();
    }),
  );
  const reply = await server.handle({ path: '/slow?timeout=rubbish', body: review, signal: client.signal });
  expect(reply.status).toBe(499);
});

it('a path belongs to one webhook', () => {
  expect(() =>
    server.register(
      '/hook',
      admissionHandler(() => allowed()),
    ),
  ).toThrow('a webhook at /hook already exists');
});

it("reports under controller-runtime's names, by path and code, and nothing of paths that are not served", async () => {
  await ask(server, '/hook');
  await server.handle({ path: '/hook', body: '' });
  await server.handle({ path: '/other', body: '' });
  const { text } = await metrics.report();
  const report = text.split('\n').filter((line) => line.startsWith('controller_runtime_webhook'));
  expect(report).toEqual(
    expect.arrayContaining([
      'controller_runtime_webhook_requests_total{webhook="/hook",code="200"} 1',
      'controller_runtime_webhook_requests_total{webhook="/hook",code="400"} 1',
      'controller_runtime_webhook_requests_total{webhook="/hook",code="500"} 0',
      'controller_runtime_webhook_requests_in_flight{webhook="/hook"} 0',
      'controller_runtime_webhook_latency_seconds_bucket{le="1e-8",webhook="/hook"} 0',
      'controller_runtime_webhook_latency_seconds_bucket{le="1000",webhook="/hook"} 2',
      'controller_runtime_webhook_panics_total 0',
    ]),
  );
  expect(report.join('\n')).not.toContain('/other');
});

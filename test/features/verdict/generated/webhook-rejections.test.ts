import { expect, it } from 'vitest';
import { webhookRejections } from '../../../../src/features/verdict/generated/webhook-rejections.js';
import { analyzeSources } from '../../../support/generate.js';

const webhook = (name: string, mutating: boolean): string => `@Webhook({
  path: '/${name}',
  mutating: ${mutating},
  failurePolicy: 'Fail',
  sideEffects: 'None',
  groups: ['example.com'],
  resources: ['things'],
  verbs: ['create'],
  versions: ['v1'],
  name: '${name}.example.com',
  admissionReviewVersions: ['v1'],
  matchConditions: [{ name: 'a', expression: 'request.usernme' }],
})
class ${name.toUpperCase()} {}
`;
const source = `import { Webhook } from '@operator-gen/runtime/api';
${webhook('b', true)}${webhook('c', false)}${webhook('a', true)}`;

const fileOf = (sort: string, more = '') => ({ path: 'w.yaml', text: `kind: ${sort}WebhookConfiguration\n${more}` });

it('errors about a webhook are reported at its marker, and those of CEL one by one', () => {
  const { model, diagnostics } = analyzeSources({ 'src/hook.ts': source });
  expect(diagnostics).toEqual([]);
  const field = 'webhooks[1].matchConditions[0].expression';
  const message = 'Invalid value: "x": ERROR: <input>:1:8: undefined field \'usernme\'\n | request.usernme\n | ...^';
  const [found, ...more] = webhookRejections(model.webhooks, fileOf('Mutating'), [{ type: '', field, message }]);
  expect(more).toEqual([]);
  // They are emitted by name: the second one of the mutating webhooks is the first marker.
  expect(found?.position).toMatchObject({ file: 'src/hook.ts', line: 13 });
  expect(found?.message).toContain("undefined field 'usernme' (webhooks[1]");
  const other = webhookRejections(model.webhooks, fileOf('Validating'), [
    { type: '', field: 'webhooks[0]', message: 'm' },
  ]);
  expect(other[0]?.position).toMatchObject({ file: 'src/hook.ts', line: 16 });
  // A file can have them in another order.
  const ordered = fileOf('Mutating', 'webhooks: [{ name: b.example.com }, { name: a.example.com }]\n');
  const [last] = webhookRejections(model.webhooks, ordered, [{ type: '', field, message }]);
  expect(last?.position).toMatchObject({ file: 'src/hook.ts', line: 41 });
});

import { expect, it } from 'vitest';
import { webhookRejections } from '../../src/generate/webhook-verdict.js';
import { analyzeSources } from '../support/generate.js';

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

it('errors about a webhook are reported at its marker, and those of CEL one by one', () => {
  const { model, diagnostics } = analyzeSources({ 'src/hook.ts': source });
  expect(diagnostics).toEqual([]);
  const field = 'webhooks[1].matchConditions[0].expression';
  const message = 'Invalid value: "x": ERROR: <input>:1:8: undefined field \'usernme\'\n | request.usernme\n | ...^';
  const [found, ...more] = webhookRejections(model.webhooks, true, 'w.yaml', [{ type: '', field, message }]);
  expect(more).toEqual([]);
  // They are emitted by name: the second one of the mutating webhooks is the first marker.
  expect(found?.position).toMatchObject({ file: 'src/hook.ts', line: 13 });
  expect(found?.message).toContain("undefined field 'usernme' (webhooks[1]");
  const other = webhookRejections(model.webhooks, false, 'w.yaml', [{ type: '', field: 'webhooks[0]', message: 'm' }]);
  expect(other[0]?.position).toMatchObject({ file: 'src/hook.ts', line: 16 });
});

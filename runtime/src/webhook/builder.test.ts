import { expect, it } from 'vitest';
import { ask } from '../../../test/support/admission.js';
import { silentLogger } from '../../../test/support/logs.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource, resourceInfo } from '../api/resource.js';
import { Pod } from '../k8s/core/v1.js';
import { webhookManagedBy } from './builder.js';
import { hubSpokeConverter } from './converter.js';
import { createWebhookServer } from './server.js';

const Thing = defineResource<KubernetesObject>({
  group: 'my.example.com',
  version: 'v1',
  kind: 'BigThing',
  plural: 'things',
  scope: 'Namespaced',
});
const refusing = {
  validateCreate: () => {
    throw new Error('no');
  },
  validateUpdate: () => undefined,
  validateDelete: () => undefined,
};
const manager = () => ({ webhookServer: createWebhookServer({}, { log: silentLogger }) });

it('serves on the paths of the generated manifests', async () => {
  const mgr = manager();
  await webhookManagedBy(mgr)
    .for(Thing)
    .withValidator(refusing)
    .withDefaulter({ default: () => undefined })
    .complete();
  await webhookManagedBy(mgr).for(Pod).withValidator(refusing).complete();
  expect(await ask(mgr.webhookServer, '/validate-my-example-com-v1-bigthing')).toMatchObject({ allowed: false });
  expect(await ask(mgr.webhookServer, '/mutate-my-example-com-v1-bigthing')).toMatchObject({ allowed: true });
  expect(await ask(mgr.webhookServer, '/validate--v1-pod')).toMatchObject({ allowed: false });
});

it('serves on paths of its own, and can let defects cut the connection off', async () => {
  const mgr = manager();
  await webhookManagedBy(mgr)
    .for(Thing)
    .withValidator({ ...refusing, validateCreate: () => void (undefined as any).x })
    .withDefaulter({ default: () => undefined })
    .withValidatorCustomPath('/check')
    .withDefaulterCustomPath('/fill/in_1')
    .recoverPanic(false)
    .complete();
  await expect(ask(mgr.webhookServer, '/check')).rejects.toThrow(TypeError);
  expect(await ask(mgr.webhookServer, '/fill/in_1')).toMatchObject({ allowed: true });
});

it.each(['check', '/a//b', '/a b', '/a?b', ''])('%j is not a path', (path) => {
  expect(() => webhookManagedBy(manager()).for(Thing).withValidatorCustomPath(path)).toThrow(
    'is not a path for a webhook',
  );
});

it('refuses to serve nothing, one path twice, or the conversions of another kind', async () => {
  const mgr = manager();
  const begin = () => webhookManagedBy(mgr).for(Thing);
  await expect(begin().complete()).rejects.toThrow('the webhooks of BigThing have no handler');
  await begin().withValidator(refusing).complete();
  await expect(begin().withValidator(refusing).complete()).rejects.toThrow('a webhook at /validate-my-');
  const other = defineResource<KubernetesObject>({ ...resourceInfo(Thing), kind: 'OtherThing' });
  for (const kind of [Pod, other])
    await expect(begin().withConverter(hubSpokeConverter(kind)).complete()).rejects.toThrow(
      /^the converter of (?:Pod|OtherThing\..*) cannot serve BigThing/,
    );
});

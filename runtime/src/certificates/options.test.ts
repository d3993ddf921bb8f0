import { expect, it } from 'vitest';
import { ConfigError } from '../errors/config-error.js';
import { createManager } from '../manager/create-manager.js';
import { resolveSelfSigned } from './options.js';

const service = 'webhooks';

it('is for the names of the Service, in the namespace that the process runs in', () => {
  expect(resolveSelfSigned({ service }, 'system')).toMatchObject({
    service: { name: 'webhooks', namespace: 'system' },
    secretName: 'webhooks-cert',
    hosts: ['webhooks.system.svc', 'webhooks.system.svc.cluster.local', 'webhooks.system', 'webhooks'],
    url: undefined,
  });
  expect(resolveSelfSigned({ service, namespace: 'other' }, 'system').service.namespace).toBe('other');
});

it.each([
  ['https://192.168.1.10:9443', 'https://192.168.1.10:9443', '192.168.1.10'],
  ['https://laptop.example.com/', 'https://laptop.example.com', 'laptop.example.com'],
  ['https://[2001:db8::1]:9443/tunnel/', 'https://[2001:db8::1]:9443/tunnel', '2001:db8::1'],
])('is for the host of a URL: %s', (given, url, host) => {
  expect(resolveSelfSigned({ service, url: given }, 'system')).toMatchObject({ url, hosts: [host] });
});

it.each([
  [{ service }, undefined, /requires the namespace of the Service/],
  [{ service: '' }, 'system', /requires the name of the Service/],
  [{ service, url: 'http://a' }, 'system', /the url is not valid for webhooks/],
  [{ service, url: 'laptop:9443' }, 'system', /the url is not valid for webhooks/],
  [{ service, url: 'https://a/?b' }, 'system', /the url is not valid for webhooks/],
  [{ service, url: 'https://a:b@c' }, 'system', /the url is not valid for webhooks/],
  [{ service, serverCertDuration: 1000 }, 'system', /at least one hour/],
  [{ service, caCertDuration: 86_400_000 }, 'system', /must not be shorter/],
  [{ service, caCertDuration: Number.NaN }, 'system', /must not be shorter/],
])('says what is wrong with %j in %s', (options, namespace, message) => {
  expect(() => resolveSelfSigned(options, namespace)).toThrow(ConfigError);
  expect(() => resolveSelfSigned(options, namespace)).toThrow(message);
});

it('is not asked for beside a folder with a certificate', async () => {
  const config = { server: 'https://127.0.0.1:1', credentials: { get: () => ({}) }, namespace: 'system' };
  await expect(createManager({ config, webhook: { certDir: '/certs', selfSigned: { service } } })).rejects.toThrow(
    /certDir and selfSigned cannot be combined/,
  );
  // Nothing is created if webhooks are disabled.
  await createManager({ config, webhook: { port: -1, certDir: '/certs', selfSigned: { service } } });
});

import { expect, it } from 'vitest';
import { defaultProbeAddress, webhookHost } from './hosts.js';

const pod = { KUBERNETES_SERVICE_HOST: '10.96.0.1' };
const service = 'shop-webhook-service';

it('probes are served for the kubelet in a Pod, and only for this machine elsewhere', () => {
  expect(defaultProbeAddress(pod)).toBe(':8081');
  expect(defaultProbeAddress({})).toBe('127.0.0.1:8081');
  expect(defaultProbeAddress({ KUBERNETES_SERVICE_HOST: '' })).toBe('127.0.0.1:8081');
});

it.each([
  ['in a Pod', {}, pod, undefined],
  ['in a Pod with a certificate of its own', { selfSigned: { service } }, pod, undefined],
  ['elsewhere', {}, {}, '127.0.0.1'],
  [
    'elsewhere, called at an address of the network',
    { selfSigned: { service, url: 'https://192.168.1.10:9443' } },
    {},
    undefined,
  ],
  [
    'elsewhere, called at the name of a tunnel',
    { selfSigned: { service, url: 'https://tunnel.example.com' } },
    {},
    undefined,
  ],
  ['elsewhere, called at 127.0.0.1', { selfSigned: { service, url: 'https://127.0.0.1:9443' } }, {}, '127.0.0.1'],
  ['elsewhere, called at localhost', { selfSigned: { service, url: 'https://localhost:9443' } }, {}, '127.0.0.1'],
  ['elsewhere, called at ::1', { selfSigned: { service, url: 'https://[::1]:9443' } }, {}, '::1'],
  ['on the configured host', { host: '10.0.0.5' }, {}, '10.0.0.5'],
  ['on all addresses, as configured', { host: '' }, {}, undefined],
])('webhooks are served where they are called: %s', (_, options, env, host) => {
  expect(webhookHost(options, env)).toBe(host);
});

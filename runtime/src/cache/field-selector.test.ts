import { describe, expect, it } from 'vitest';
import { sendJson, startLoopbackServer } from '../../../test/support/loopback-server.js';
import { resourceInfo } from '../api/resource.js';
import { Pod } from '../k8s/core/v1.js';
import { fixedCredential } from '../transport/cluster-config.js';
import { createTransport } from '../transport/create-transport.js';
import { createLiveReader } from './live-reader.js';
import { selectorOf } from './selection.js';

describe('a mirror of the objects with certain fields', () => {
  const pod = { metadata: { name: 'p', labels: { app: 'web' } }, spec: { nodeName: 'n1', replicas: 3, paused: false } };

  it.each<[string, boolean | undefined]>([
    ['spec.nodeName=n1', true],
    ['spec.nodeName==n1,metadata.name=p', true],
    ['spec.nodeName!=n1', false],
    ['spec.nodeName!=n2', true],
    ['spec.replicas=3,spec.paused=false', true],
    // The API server may fill these in, or read them from elsewhere.
    ['spec.schedulerName=default', undefined],
    ['spec.schedulerName!=default', undefined],
    ['spec=n1', undefined],
    ['metadata.labels.app.length=3', undefined],
    ['spec.constructor=a', undefined],
    // Whatever the field would be, the other one differs.
    ['spec.schedulerName=default,spec.nodeName=n2', false],
  ])('that match %s: %s', (fieldSelector, expected) => {
    expect(selectorOf({ fieldSelector })(pod)).toBe(expected);
  });

  it('asks for the labels first', () => {
    expect(selectorOf({ fieldSelector: 'spec.schedulerName=a', labelSelector: 'app=db' })(pod)).toBe(false);
    expect(selectorOf({ fieldSelector: 'spec.nodeName=n1', labelSelector: 'app=web' })(pod)).toBe(true);
  });

  it('reads one from the server with the selectors, and nothing where it is not selected', async () => {
    const stored = { metadata: { name: 'p', namespace: 'a', uid: 'u', resourceVersion: '1' } };
    const { url, requests } = await startLoopbackServer(({ query }, response) => {
      const items = query['fieldSelector']?.startsWith('metadata.name=p,') ? [stored] : [];
      sendJson(response, { apiVersion: 'v1', kind: 'PodList', metadata: { resourceVersion: '2' }, items });
    });
    const transport = createTransport({ server: url, credentials: fixedCredential({}) });
    const selection = { fieldSelector: 'spec.nodeName=n1', labelSelector: 'app=web' };
    const reader = createLiveReader({ transport, info: resourceInfo(Pod), selection, signal: undefined });
    expect((await reader.get({ namespace: 'a', name: 'p' }))?.metadata.name).toBe('p');
    expect(await reader.get({ namespace: 'a', name: 'q' })).toBeUndefined();
    expect(await reader.list('a')).toEqual([]);
    expect(requests.map(({ path, query }) => [path, query['fieldSelector'], query['labelSelector']])).toEqual([
      ['/api/v1/namespaces/a/pods', 'metadata.name=p,spec.nodeName=n1', 'app=web'],
      ['/api/v1/namespaces/a/pods', 'metadata.name=q,spec.nodeName=n1', 'app=web'],
      ['/api/v1/namespaces/a/pods', 'spec.nodeName=n1', 'app=web'],
    ]);
    transport.close();
  });
});

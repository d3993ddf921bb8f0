import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../runtime/src/configuration/index.js';
import { createTransport, type Transport, type TransportRequest } from '../../runtime/src/transport/index.js';
import { toYaml } from '../../src/base/text/yaml.js';
import { yamlTexts } from '../support/yaml-texts.js';
import { runs, seed } from '../support/seed.js';
import { sharedApiServer } from './control-plane/shared.js';

const shared = await sharedApiServer();

describe.skipIf(!shared.available)(`a text in a manifest (SEED=${seed})`, () => {
  it('is read by the API server as what it was', { timeout: 60_000 }, async () => {
    if (!shared.available) return;
    const transport = createTransport(await loadConfig({ kubeconfig: shared.info.kubeconfigPath }));
    const texts = fc.sample(yamlTexts, { seed, numRuns: runs(10_000) });
    expect(await misread(transport, texts)).toEqual([]);
  });
});

/** Those that come back as others, or that the API server refuses to read. */
async function misread(transport: Transport, texts: readonly string[]): Promise<string[]> {
  const data = Object.fromEntries(texts.map((text, number) => [`key-${number}`, text]));
  const request: TransportRequest = {
    method: 'POST',
    path: '/api/v1/namespaces/default/configmaps',
    query: { dryRun: 'All' },
    contentType: 'application/yaml',
    label: 'create the ConfigMap',
    body: toYaml({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'texts' }, data }),
  };
  try {
    const answer = JSON.parse(await transport.send(request)) as { readonly data: Record<string, string> };
    return texts.filter((text, number) => answer.data[`key-${number}`] !== text).map((text) => JSON.stringify(text));
  } catch (error) {
    if (texts.length === 1) return [`${JSON.stringify(texts[0])}: ${String(error)}`];
    const half = texts.length / 2;
    return [
      ...(await misread(transport, texts.slice(0, half))),
      ...(await misread(transport, texts.slice(half))),
    ].slice(0, 20);
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../runtime/src/configuration/index.js';
import { createTransport, type Transport } from '../../runtime/src/transport/index.js';
import { startHelper } from '../../src/base/helper/helper-process.js';
import { agree, compareExample, type Example, type Sides } from '../agree/agree.js';
import { apiServerOf } from '../agree/api-server.js';
import { examples } from '../agree/examples.js';
import { reportText } from '../agree/report.js';
import { few } from '../support/few.js';
import { isFull, runs, seed } from '../support/seed.js';
import { helperForTests } from '../support/upstream.js';
import { sharedApiServer } from './control-plane/shared.js';

const shared = await sharedApiServer();
const path = shared.available ? await helperForTests() : undefined;

const count = runs(50);
/** The number of the first random CRDs of seed 1 about which our own rules are wrong, without the helper. It must not rise. */
const wrongWithoutHelper = 2;

const folder = new URL('../agree/counterexamples/', import.meta.url);
const counterexamples = readdirSync(folder).map(
  (file) => [file, JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Example] as const,
);

describe.skipIf(path === undefined)('the helper and the API server agree', () => {
  let transport: Transport;
  let sides: Sides;
  beforeAll(async () => {
    if (!shared.available) return;
    const config = await loadConfig({ kubeconfig: shared.info.kubeconfigPath });
    transport = createTransport(config, { parallelRequests: 24 });
    sides = { server: apiServerOf(transport), helper: startHelper(path!) };
  });
  afterAll(() => {
    sides?.helper.end();
    transport?.close();
  });

  it(`about random CRDs and their objects (SEED=${seed})`, { timeout: 1_800_000 }, async () => {
    const totals = await agree(sides, { seed, count });
    const report = reportText(totals);
    process.stdout.write(report);
    expect(totals.disagreements.length, report).toBe(0);
    // Neither side of the comparison is there by chance.
    for (const [all, refused] of [
      [totals.crds, totals.refusedCrds],
      [totals.objects, totals.refusedObjects],
      [totals.updates, totals.refusedUpdates],
    ] as const) {
      expect(refused).toBeGreaterThan(all / 5);
      expect(refused).toBeLessThan((all * 4) / 5);
    }
    const wrong = totals.accepted.length + totals.refused.length;
    if (seed === 1 && !isFull) expect(wrong, report).toBeLessThanOrEqual(wrongWithoutHelper);
  });

  few(3).each(counterexamples)('about what they did not agree about once: %s', async (_, example) => {
    const { server, helper } = (await compareExample(sides, example))!;
    expect(helper.errors.length > 0).toBe(server.errors.length > 0);
    if (!server.isOfServer) expect(helper.errors).toEqual(server.errors);
  });

  few(3).each(examples)('that the API server rejects: $name', async ({ reason, ...example }) => {
    const { server, helper } = (await compareExample(sides, example))!;
    expect(server.errors.join('\n')).toMatch(reason);
    expect(helper.errors).toEqual(server.errors);
  });
});

import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../runtime/src/configuration/index.js';
import { createTransport } from '../../runtime/src/transport/index.js';
import { startTestEnvironment } from '../../runtime/src/testing/index.js';
import { defined } from '../../src/base/model/defined.js';
import { startHelper } from '../../src/base/helper/helper-process.js';
import { helperForTests } from '../support/upstream.js';
import { locateControlPlane } from '../e2e/control-plane/locate.js';
import { agree, noTotals, smallest } from './agree.js';
import { apiServerOf } from './api-server.js';
import { agreeAboutFiles } from './real-crds.js';
import { reportText } from './report.js';

// `npm run agree -- --seed 7 --count 10000 --objects 20`: random definitions.
// `npm run agree -- --files ~/go/pkg/mod`: those in the YAML files of a folder.
// `npm run agree -- --emulate 1.34`: both as an older minor version.

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '10000' },
    objects: { type: 'string', default: '20' },
    files: { type: 'string' },
    emulate: { type: 'string' },
    show: { type: 'string', default: '20' },
  },
});
const seed = values.seed === undefined ? randomInt(1_000_000) : Number(values.seed);
const [count, objects] = [Number(values.count), Number(values.objects)];
const { emulate } = values;
const started = performance.now();
const log = (line: string): void => {
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
};
log(`npm run agree -- --seed ${seed} --count ${count} --objects ${objects}`);
const assets = await locateControlPlane();
const path = process.env['OPERATOR_GEN_UPSTREAM'] ?? (await helperForTests());
if (!assets.found || path === undefined) throw new Error('run `npm run control-plane` and `npm run upstream` first');
// What a comparison needs none of, and what takes a third of the time.
const apiServerFlags = {
  ...{ 'watch-cache': 'false', 'audit-log-path': undefined, 'audit-policy-file': undefined },
  ...defined({ 'emulated-version': emulate && `kube=${emulate}` }),
};
await using environment = await startTestEnvironment({ assets, apiServerFlags });
const helper = startHelper(path, defined({ emulate }));
const transport = createTransport(await loadConfig({ kubeconfig: environment.kubeconfigPath }), {
  parallelRequests: 24,
});
const sides = { server: apiServerOf(transport), helper };
const totals = noTotals();
const progress = (): void =>
  log(`${totals.crds} CRDs, ${totals.objects + totals.updates} objects, ${totals.disagreements.length} differ`);
if (values.files === undefined) await agree(sides, { seed, count, objects, totals, progress });
else await agreeAboutFiles(sides, values.files, totals);
process.stdout.write(reportText(totals));
const folder = join(import.meta.dirname, 'counterexamples');
for (const [index, each] of totals.disagreements.slice(0, Number(values.show)).entries()) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `seed-${seed}-${index}.json`);
  writeFileSync(file, `${JSON.stringify(await smallest(sides, each), undefined, 2)}\n`);
  log(`saved ${file}`);
}
helper.end();
transport.close();
process.exitCode = totals.disagreements.length === 0 ? 0 : 1;

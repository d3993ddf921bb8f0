import { olmJudge } from '../test/e2e/olm-judge/judge.js';
import { prometheusJudge } from '../test/e2e/prometheus-judge/judge.js';
import { builtProgram } from '../test/support/go-program.js';

// Builds the programs of other projects that judge bundles, dashboards and alerts in the tests.

for (const program of [olmJudge, prometheusJudge]) process.stdout.write(`${await builtProgram(program)}\n`);

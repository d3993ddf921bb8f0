import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { disk } from '../../../src/base/io/disk.js';
import { apply } from '../../../src/output/plan/apply.js';
import { makePlan } from '../../../src/output/plan/make-plan.js';
import type { DesiredFile } from '../../../src/project/layout/desired-file.js';
import { faultAt } from '../../support/faults.js';

// Run by killed.test.ts: applies a plan, and sends itself a signal before the n-th call that changes something.
const [root, signal, n, desired] = process.argv.slice(2) as [string, NodeJS.Signals, string, string];
const interrupted = once(process, 'SIGINT').then(() => 130);
const { plan } = makePlan(disk, root, JSON.parse(desired) as DesiredFile[], { complete: true });
apply(
  faultAt(disk, Number(n), () => process.kill(process.pid, signal)),
  root,
  plan,
);
// Without a listener it would have died half-way; with one it is told now.
process.exitCode = await Promise.race([interrupted, sleep(1000, 0)]);

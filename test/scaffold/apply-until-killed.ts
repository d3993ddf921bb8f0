import { disk } from '../../src/io/disk.js';
import { apply } from '../../src/scaffold/apply.js';
import { makePlan } from '../../src/scaffold/make-plan.js';
import type { DesiredFile } from '../../src/scaffold/plan.js';
import { faultAt } from '../support/faults.js';

// Run by apply.test.ts: applies a plan and ends itself, unannounced, before the n-th call that changes something.
const [root, n, desired] = process.argv.slice(2) as [string, string, string];
const { plan } = makePlan(disk, root, JSON.parse(desired) as DesiredFile[], { complete: true });
apply(
  faultAt(disk, Number(n), () => process.kill(process.pid, 'SIGKILL')),
  root,
  plan,
);

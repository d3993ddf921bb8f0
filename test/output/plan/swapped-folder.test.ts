import { existsSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DiagnosticsError } from '../../../src/base/diagnostics/diagnostic.js';
import { apply } from '../../../src/output/plan/apply.js';
import { allCalls, changingCalls, faultAt, meddledHost, systemError } from '../../support/faults.js';
import { snapshot, temporaryFolder } from '../../support/tree.js';
import { fast, sampleProject, standing } from './sample-project.js';

// What another user of a shared folder can do while a command works in a project there: put a link to one of the user's own
// folders in place of a folder. Only the system call that comes next can go through it.

/** What stands in the folders of the user that the links lead to: the same as in the project. */
const elsewhere = { ...standing, 'src/api/v1/b.ts': 'b\n', 'bin/run': '#!\n' };

function swapFolders(root: string, outside: string): void {
  for (const folder of ['config', 'src', 'bin']) {
    if (existsSync(join(root, folder))) renameSync(join(root, folder), join(root, `${folder}.away`));
    symlinkSync(join(outside, folder), join(root, folder));
  }
}

/** How many calls come before the first rename: until then all is in the run's own folder. */
function firstRename(): number {
  const { root, plan } = sampleProject();
  const planned = plan();
  let first: number | undefined;
  const host = meddledHost(fast, allCalls, (n, call) => {
    if (call.startsWith('rename(')) first ??= n;
  });
  apply(host, root, planned);
  return first!;
}

const isChanging = (call: string): boolean => changingCalls.some((name) => call.startsWith(`${name}(`));

it.each([
  ['carried out', Infinity],
  ['taken back after a fault', 4],
])(
  'nothing is changed behind links that take the place of folders while a plan is %s',
  (_, faulty) => {
    let swapped = 0;
    // Between a check and its rename there are several calls: every second one meets each pair.
    for (let n = firstRename(); ; n += 2) {
      const { root, plan } = sampleProject();
      const planned = plan();
      const outside = temporaryFolder(elsewhere);
      const start = snapshot(outside);
      const failing = faultAt(
        fast,
        faulty,
        () => {
          throw systemError('EIO');
        },
        ['rename'],
      );
      let isWindow = false;
      const host = meddledHost(failing, allCalls, (each, call) => {
        if (each !== n) return;
        isWindow = isChanging(call);
        swapFolders(root, outside);
        swapped += 1;
      });
      try {
        apply(host, root, planned);
      } catch (error) {
        expect(error).toBeInstanceOf(DiagnosticsError);
      }
      if (host.calls() <= n) break;
      if (!isWindow) expect(snapshot(outside), `after call ${n}`).toEqual(start);
    }
    expect(swapped).toBeGreaterThan(40);
  },
  120_000,
);

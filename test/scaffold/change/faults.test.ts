import { beforeAll, describe, expect, it, vi } from 'vitest';
import { DiagnosticsError } from '../../../src/base/diagnostics/diagnostic.js';
import type { Host } from '../../../src/base/io/host.js';
import { createWebhook } from '../../../src/cli/commands/create-webhook/run.js';
import { deleteApi } from '../../../src/cli/commands/delete-api/run.js';
import { deleteWebhook } from '../../../src/cli/commands/delete-webhook/run.js';
import { edit as editProject } from '../../../src/cli/commands/edit/run.js';
import type { Environment, Outcome } from '../../../src/output/operation/outcome.js';
import { renameApi } from '../../../src/features/rename/run.js';
import { upgrade } from '../../../src/features/upgrade/run.js';
import { apply } from '../../../src/output/plan/apply.js';
import { recover } from '../../../src/output/plan/journal.js';
import type { Plan } from '../../../src/output/plan/plan.js';
import { changes } from '../../sequences/state.js';
import { edit as editAsUser } from '../../sequences/user.js';
import { accepted } from '../../support/accepted.js';
import { changingCalls, faultAt, meddledHost, systemError } from '../../support/faults.js';
import { few } from '../../support/few.js';
import { memoryDisk, root, type Files } from '../../support/memory-disk.js';
import { asOf } from '../../support/old-project.js';
import { syntheticReleases } from '../../support/synthetic-releases.js';

const v1 = { group: 'shop', version: 'v1', kind: 'WebServer', force: false };
const webhooks = { defaulting: true, validation: true, conversion: false };

const releases = syntheticReleases();

// Thousands of runs in each test.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

/** The commands that make, move, change and remove files in one plan. */
const commands: readonly (readonly [string, (environment: Environment) => Promise<Outcome>])[] = [
  ['create webhook', (environment) => createWebhook({ ...v1, ...webhooks, spoke: [] }, environment)],
  ['delete webhook', (environment) => deleteWebhook({ ...v1, ...webhooks, validation: false }, environment)],
  ['delete api', (environment) => deleteApi({ ...v1, version: 'v2', force: true }, environment)],
  ['edit --multigroup', (environment) => editProject({ multigroup: true, force: false }, environment)],
  [
    'edit with all else',
    (environment) =>
      editProject(
        { namespaced: true, domain: 'example.com', projectName: 'other', license: 'apache2', year: 2026, force: false },
        environment,
      ),
  ],
  [
    'rename api',
    (environment) => renameApi({ group: 'shop', kind: 'WebServer', toKind: 'Site', force: false }, environment),
  ],
  ['upgrade', (environment) => upgrade({ conflicts: 'markers' }, { ...environment, releases })],
];

/** A project of an earlier release, with a change of a user that contradicts the later one. */
async function startOldProject(): Promise<Files> {
  const old = editAsUser(asOf(await startProject(), releases, '0.0.1'));
  return new Map(old).set('Makefile', old.get('Makefile')!.replace(/# Set to true.*/, '# Say true.'));
}

/** A project with something of everything, and with what a user has written. */
async function startProject(): Promise<Files> {
  const kind = '--group shop --kind WebServer';
  const files = await accepted(
    new Map(),
    'init --domain my.domain --project-name test-operator --skip-install',
    `create api ${kind} --version v1`,
    `create api ${kind} --version v2 --no-controller`,
    `create webhook ${kind} --version v1 --defaulting --conversion --spoke v2`,
  );
  return editAsUser(files);
}

describe.each(commands)('%s', (name, command) => {
  let before: Files;
  let after: Files;
  let plan: Plan;
  let calls: number;

  beforeAll(async () => {
    before = await (name === 'upgrade' ? startOldProject() : startProject());
    ({ plan } = await command({ host: memoryDisk(before).host, cwd: root, env: {} }));
    const disk = memoryDisk(before);
    const counting = faultAt(disk.host, Infinity, () => undefined);
    apply(counting, root, plan);
    after = disk.files();
    calls = counting.calls();
    if (changes(before, after).length === 0) throw new Error('the command changes nothing');
  });

  few(1).each(['ENOSPC', 'EROFS', 'EACCES', 'EIO'])(
    'leaves the project as it was after %s, whichever call meets it',
    (code) => {
      let refused = 0;
      for (let n = 0; n < calls; n += 1) {
        const disk = memoryDisk(before);
        const host = faultAt(disk.host, n, () => {
          throw systemError(code);
        });
        const error = thrown(() => apply(host, root, plan));
        if (error !== undefined) {
          expect(error).toBeInstanceOf(DiagnosticsError);
          refused += 1;
        }
        // What only clears up may fail: by then all is done, and the next command clears up.
        recover(disk.host, root);
        expect(changes(disk.files(), error === undefined ? after : before), `call ${n}`).toEqual([]);
        // A folder that cannot be removed stays, with nothing in it.
        if (error !== undefined) expect(disk.emptyFolders()).toEqual([]);
      }
      expect(refused).toBeGreaterThan(calls / 2);
    },
  );

  it('is completed or rolled back after it was killed, before any call', () => {
    const outcomes = new Set<Files>();
    for (let n = 0; ; n += 1) {
      const disk = memoryDisk(before);
      const survived = thrown(() => apply(dyingAt(n, disk.host), root, plan)) === undefined;
      recover(disk.host, root);
      const files = disk.files();
      const isAsBefore = changes(before, files).length === 0;
      if (!isAsBefore) expect(changes(after, files), `call ${n}`).toEqual([]);
      expect(disk.emptyFolders()).toEqual([]);
      outcomes.add(isAsBefore ? before : after);
      if (survived) break;
    }
    expect(outcomes).toEqual(new Set([before, after]));
  });
});

/**
 * A host that changes nothing more from the n-th change on: to the disk, the end of the process. Calls that only ask are not
 * counted, because the disk is the same before and after them.
 */
function dyingAt(n: number, host: Host): Host {
  return meddledHost(host, changingCalls, (each) => {
    if (each >= n) throw new Error('dead');
  });
}

function thrown(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

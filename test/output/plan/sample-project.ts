import { disk } from '../../../src/base/io/disk.js';
import type { Host } from '../../../src/base/io/host.js';
import { apply } from '../../../src/output/plan/apply.js';
import { makePlan } from '../../../src/output/plan/make-plan.js';
import type { DesiredFile } from '../../../src/project/layout/desired-file.js';
import type { Plan } from '../../../src/output/plan/plan.js';
import { temporaryFolder } from '../../support/tree.js';

export interface SampleProject {
  readonly root: string;
  readonly desired: readonly DesiredFile[];
  /** The plan for what is desired, as things stand now. */
  plan(): Plan;
}

/** What stands in the sample project besides our own folder. */
export const standing = {
  'kept.txt': 'theirs\n',
  'config/a.yaml': 'old\n',
  'config/crd/bases/a_gone.yaml': 'orphan\n',
  'config/crd/bases/a_kept.yaml': 'theirs\n',
};

/** A project in which a plan creates files in new folders, updates one, removes one and leaves one alone. */
export function sampleProject(): SampleProject {
  const root = temporaryFolder(standing);
  const orphan: DesiredFile = { path: 'config/crd/bases/a_gone.yaml', content: 'orphan\n', ownership: 'generated' };
  apply(fast, root, makePlan(disk, root, [orphan]).plan);
  const desired: readonly DesiredFile[] = [
    { path: 'config/a.yaml', content: 'new\n', ownership: 'generated' },
    { path: 'src/api/v1/b.ts', content: 'b\n', ownership: 'scaffolded' },
    { path: 'bin/run', content: '#!\n', ownership: 'scaffolded', executable: true },
  ];
  return { root, desired, plan: () => makePlan(disk, root, desired, { complete: true }).plan };
}

/** The disk without the waiting: for tests that make hundreds of projects. */
export const fast: Host = { ...disk, sync: (path) => void disk.kind(path) };

import { makePlan } from '../../../src/output/plan/make-plan.js';
import type { Plan } from '../../../src/output/plan/plan.js';
import { memoryDisk, root, type Files, type MemoryDisk } from '../../support/memory-disk.js';

/** What a user writes into a file while a command runs, or after it was killed. */
export const edited = 'edited meanwhile\n';

/** A project before and after its plan: a file moves, others change, one is new. */
export const before: Files = new Map([
  ['PROJECT', 'cliVersion: 0.1.0\n'],
  ['config/role.yaml', 'old role\n'],
  ['hack/a.js', 'the work of a user\n'],
  ['src/main.ts', 'old main, and the work of a user\n'],
]);

export const after: Files = new Map([
  ['PROJECT', 'cliVersion: 0.2.0\n'],
  ['config/role.yaml', 'new role\n'],
  ['hack/b.js', 'the work of a user, moved\n'],
  ['src/main.ts', 'new main, and the work of a user\n'],
  ['src/new/index.ts', 'new\n'],
]);

/** The files that are edited: files that the plan changes, creates or removes. */
export const editedPaths = ['PROJECT', 'config/role.yaml', 'hack/a.js', 'hack/b.js', 'src/main.ts'];

export interface Moving extends MemoryDisk {
  readonly plan: Plan;
}

export function wholePlan(): Moving {
  const disk = memoryDisk(before);
  return { ...disk, plan: planOf(disk) };
}

/** The plan for what is desired, as things stand. */
export function planOf({ host }: MemoryDisk): Plan {
  const desired = [...after].map(([path, content]) => ({ path, content, ownership: 'merged' as const }));
  return makePlan(host, root, desired, { unwanted: ['hack/a.js'] }).plan;
}

/** The files of the project, without those of the tool. */
export function homes(files: Files): Files {
  return new Map([...files].filter(([path]) => !path.startsWith('.operator-gen/')));
}

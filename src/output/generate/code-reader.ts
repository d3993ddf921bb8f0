import { extensionPoint, provided } from '../../base/extensions/extension-point.js';
import type { Host } from '../../base/io/host.js';
import type { Memory } from '../../base/memory/memory.js';
import type { Kind } from '../../base/model/kind.js';
import type { Model } from '../../base/model/model.js';
import type { CodeUses } from '../../base/model/permission.js';
import type { RbacRule } from '../../base/model/rbac.js';
import type { Project } from '../../project/project.js';

/** Returns what the code of a project uses, serves and creates. */
export type CodeReader = (
  host: Host,
  root: string,
  kinds: readonly Kind[],
  memory: Memory | undefined,
) => Promise<CodeUses>;

/** Returns the permissions of a project in addition to those of its markers. */
export type PermissionReader = (
  host: Host,
  root: string,
  project: Project,
  model: Pick<Model, 'kinds' | 'rbac'>,
  memory: Memory | undefined,
) => Promise<readonly RbacRule[]>;

export const codeReader = provided<CodeReader>('a reader of code');
export const permissionReaders = extensionPoint<PermissionReader>();

/** The result for code that is not read, or that a project does not have. */
export const nothingUsed: CodeUses = {
  ...{ used: [], dynamic: [], broken: [] },
  served: { paths: [], starts: [], open: ['mutate', 'validate'], registrations: [] },
  hubs: [],
  metrics: [],
  unmarked: [],
  idle: [],
  controllers: [],
};

/** Returns what the code uses according to the feature that reads it. */
export const codeUses: CodeReader = async (...project) => {
  const read = codeReader.get();
  return read === undefined ? nothingUsed : read(...project);
};

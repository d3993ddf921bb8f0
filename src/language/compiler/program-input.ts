import type { ImportFiles } from './import-files.js';

/**
 * The input of the compiler: source texts, and the path of the declarations of this package. All paths are absolute.
 */
export interface ProgramInput extends ImportFiles {
  /** Folder that relative imports may not leave. */
  readonly root: string;
  /** Files that contain kinds. Everything that they import is read, including built-in types. */
  readonly kindFiles: readonly string[];
  /** Files that contain only permissions and webhooks. The built-in types that they import are not needed, and not read. */
  readonly otherFiles: readonly string[];
  /** Whether the whole runtime is resolved, and not only what kinds can consist of. */
  readonly followsCode?: boolean;
  /** Folder of the runtime's declarations (`api/index.d.ts`, `k8s/<group>/<version>.d.ts`). */
  readonly runtime: string;
}

import type { ImportFiles } from './import-files.js';

/**
 * The input of the compiler: source texts, and the path of the declarations of this package. All paths are absolute.
 */
export interface ProgramInput extends ImportFiles {
  /** Folder that relative imports may not leave. */
  readonly root: string;
  /** Files that hold kinds. What they import, built-in types included, is read. */
  readonly kindFiles: readonly string[];
  /** Files that only carry permissions: what they import of the built-in types is of no interest and not read. */
  readonly otherFiles: readonly string[];
  /** Whether the whole runtime is resolved, and not only what kinds can be made of. */
  readonly followsCode?: boolean;
  /** Folder of the runtime's declarations (`api/index.d.ts`, `k8s/<group>/<version>.d.ts`). */
  readonly runtime: string;
}

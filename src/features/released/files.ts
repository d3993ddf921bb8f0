import { posix } from 'node:path';
import { refuse } from './reporting.js';
import { FileRefused } from '../../base/io/file-refused.js';
import type { Host } from '../../base/io/host.js';
import { walk } from '../../base/io/walk.js';
import { projectFile } from '../../project/paths.js';

/** The files of a released project. */
export interface ReleasedFiles {
  /** Such as `the folder released`, for messages. */
  readonly name: string;
  /** Whether it is a commit, so that a missing CRD means that nothing was released. */
  readonly isCommit?: boolean;
  /** Paths of PROJECT and of manifests relative to the project, with forward slashes. Paths outside start with `../`. */
  readonly paths: readonly string[];
  /** Returns the texts of files. */
  readonly read: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** Maximum number of files that are searched for CRDs. */
export const mostFiles = 2000;
/** Maximum size of a file with CRDs, in bytes: bundles have several megabytes. */
const fileLimit = 16 * 1024 * 1024;
/** Maximum size of all of them together, in bytes. */
export const totalLimit = 64 * 1024 * 1024;

export const manifestFile = /\.(?:ya?ml|json)$/i;

/** Reports whether a file is compared. */
export function isReleasedFile(path: string): boolean {
  return manifestFile.test(path) || path === projectFile;
}

type Reader = Pick<Host, 'kind' | 'list' | 'read'>;

/** Returns a single file as released files. */
export function onlyFile(host: Reader, path: string, name: string): ReleasedFiles {
  const file = posix.basename(path);
  return { name, paths: [file], read: async () => new Map([[file, textOf(host, path, name)]]) };
}

/**
 * Returns the manifests in a folder. Links are not followed.
 * @param below the subfolder to search
 */
export function filesIn(host: Reader, path: string, name: string, below = ''): ReleasedFiles {
  const paths: string[] = [];
  const isSkipped = (each: string): boolean => each.startsWith('.') || each === 'node_modules';
  for (const found of walk(host, posix.join(path, below), isSkipped)) {
    const relative = posix.relative(path, found.path);
    if (found.kind === 'file' && isReleasedFile(relative)) paths.push(relative);
    if (paths.length > mostFiles)
      refuse('against-unreadable', { against: name, reason: `it has more than ${mostFiles} manifests` });
  }
  return {
    name,
    paths,
    read: async (wanted) => {
      let total = 0;
      return new Map(
        wanted.map((each) => {
          const text = textOf(host, posix.join(path, each), name);
          total += text.length;
          if (total > totalLimit)
            refuse('against-unreadable', { against: name, reason: 'its manifests are too large' });
          return [each, text] as const;
        }),
      );
    },
  };
}

function textOf(host: Reader, path: string, against: string): string {
  try {
    return host.read(path, fileLimit) ?? '';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!(error instanceof FileRefused) && code === undefined) throw error;
    return refuse('against-unreadable', { against, reason: (error as Error).message });
  }
}

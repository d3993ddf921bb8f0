import { dirname, join } from 'node:path';
import { DiagnosticsError, refuse } from '../base/diagnostics/diagnostic.js';
import type { Host } from '../base/io/host.js';
import { projectFile } from './paths.js';
import { parseProject, type ProjectFile } from './project-file.js';

/** A project on disk. */
export interface FoundProject extends ProjectFile {
  /** Absolute path of the project folder. */
  readonly root: string;
}

/**
 * Returns the project that a folder belongs to: the project in the folder itself, or in the nearest parent that has
 * one.
 * @throws DiagnosticsError when there is no project, or PROJECT cannot be read
 */
export function findProject(host: Host, cwd: string): FoundProject {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, projectFile);
    const kind = host.kind(path);
    if (kind === 'symlink') refuse('symbolic-link', { path: projectFile });
    // Anything other than a file is rejected when it is read.
    if (kind === 'file' || kind === 'other') {
      const text = readProject(host, path);
      return { root: folder, ...parseProject(text) };
    }
    if (dirname(folder) === folder) refuse('project-not-found', { folder: cwd });
  }
}

function readProject(host: Host, path: string): string {
  try {
    return host.read(path) ?? '';
  } catch (error) {
    if (error instanceof DiagnosticsError) throw error;
    return refuse(
      'unreadable-project',
      { reason: (error as Error).message },
      { file: projectFile, line: 1, column: 1 },
    );
  }
}

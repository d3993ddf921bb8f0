import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import { projectFile } from '../../project/paths.js';
import type { ManifestSettings } from '../../project/project.js';

export interface Header {
  /** The header of generated YAML; empty if the project has none. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the header for a project's CRDs and roles. The year comes from the project, not from the clock, so that a file
 * that is up to date in December is still up to date in January.
 */
export function readHeader(host: Host, root: string, { headerFile, year }: ManifestSettings): Header {
  if (headerFile === undefined) return { text: '', diagnostics: [] };
  const refuse = (reason: string, line?: number): Header => ({
    text: '',
    diagnostics: [
      diagnostic(
        'invalid-header',
        { file: headerFile, reason },
        line === undefined ? { file: projectFile, line: 1, column: 1 } : { file: headerFile, line, column: 1 },
      ),
    ],
  });
  if (posix.isAbsolute(headerFile) || posix.normalize(headerFile).startsWith('..')) {
    return refuse('it must be a path inside the project');
  }
  const content = host.read(posix.join(root, headerFile));
  if (content === undefined) return refuse('it does not exist');
  const lines = content.trimEnd().split(/\r?\n/);
  const wrong = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#'));
  if (wrong >= 0) return refuse('every line must be a YAML comment that starts with #', wrong + 1);
  const dated = lines.findIndex((line) => line.includes(' YEAR'));
  if (dated >= 0 && year === undefined) return refuse('it contains YEAR, but PROJECT does not set year', dated + 1);
  return { text: `${lines.join('\n').replaceAll(' YEAR', ` ${year}`)}\n`, diagnostics: [] };
}

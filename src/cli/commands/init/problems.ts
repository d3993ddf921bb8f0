import { posix } from 'node:path';
import { refuse, refuseAll } from '../../../base/diagnostics/diagnostic.js';
import type { License } from '../../../project/license.js';
import { checkName } from '../../../project/naming.js';
import { projectFile } from '../../../project/paths.js';
import { licenseOf } from '../../../scaffold/change/settings/license.js';
import type { Environment } from '../../../output/operation/outcome.js';
import type { InitOptions } from './flags.js';

/**
 * Checks the folder and the options of a new project. Options that a question provides can be missing.
 * @returns the license of the project
 * @throws DiagnosticsError when the project cannot be created
 */
export function refuseStart(
  options: Partial<InitOptions>,
  environment: Pick<Environment, 'host' | 'named' | 'cwd'>,
): License | 'none' {
  const { domain, projectName } = options;
  const { host, cwd } = environment;
  if (host.kind(posix.join(cwd, projectFile)) === 'file') refuse('project-exists', { file: projectFile });
  refuseAll([
    domain === undefined ? undefined : checkName('domain', '--domain', domain),
    projectName === undefined ? undefined : checkName('projectName', '--project-name', projectName),
  ]);
  return licenseOf(environment, options, undefined) ?? 'none';
}

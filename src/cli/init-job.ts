import { basename } from 'node:path';
import type { InitOptions } from '../operations/options.js';
import { nameRules } from '../project/naming.js';
import type { InitFlags } from './init.js';
import type { Interview } from './interview.js';
import { refuseName } from './refuse-name.js';
import type { Job } from './job.js';
import { projectSettings } from './project-flags.js';
import type { Operations } from './operations.js';
import { usageError } from './usage-error.js';

const defaultDomain = 'my.domain';

/** `init` with the flags that were given. */
export function initJob(flags: InitFlags, operations: Operations): Job<InitOptions> {
  return {
    command: 'init',
    startsProject: true,
    writes: true,
    operation: operations.initialize,
    options: async (interview, cwd) => ({
      domain: flags.domain ?? (await askDomain(interview)),
      projectName: flags.projectName ?? (await askProjectName(interview, cwd)),
      ...projectSettings(flags),
      skipInstall: flags.skipInstall ?? false,
      force: flags.force ?? false,
    }),
    words: ({ domain, projectName, skipInstall, force, ...settings }) => [
      'init',
      '--domain',
      domain,
      '--project-name',
      projectName,
      ...(settings.multigroup ? ['--multigroup'] : []),
      ...(settings.namespaced ? ['--namespaced'] : []),
      ...(settings.license === undefined ? [] : ['--license', settings.license]),
      ...(settings.licenseFile === undefined ? [] : ['--license-file', settings.licenseFile]),
      ...(settings.owner === undefined ? [] : ['--owner', settings.owner]),
      ...(skipInstall ? ['--skip-install'] : []),
      ...(force ? ['--force'] : []),
    ],
  };
}

async function askDomain(interview: Interview): Promise<string> {
  if (!interview.interactive) return defaultDomain;
  return interview.text({
    flag: '--domain',
    message: 'Domain: the suffix of your API groups',
    initialValue: defaultDomain,
    refuse: refuseName('domain'),
  });
}

async function askProjectName(interview: Interview, cwd: string): Promise<string> {
  const suggestion = nameRules.projectName.mend(basename(cwd)) || undefined;
  if (interview.interactive) {
    return interview.text({
      flag: '--project-name',
      message: 'Project name: the prefix of its names in the cluster',
      ...(suggestion === undefined ? {} : { initialValue: suggestion }),
      refuse: refuseName('projectName'),
    });
  }
  if (suggestion === undefined) throw usageError('init', 'missing-flag', { flags: ['--project-name'] });
  return suggestion;
}

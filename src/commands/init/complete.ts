import { basename } from 'node:path';
import type { Complete } from '../../cli/command.js';
import { optionsOf } from '../../cli/flags.js';
import type { Interview } from '../../cli/interview.js';
import { nameRules } from '../../project/naming.js';
import { yearOf } from '../project-flags.js';
import { refuseName } from '../refuse-name.js';
import { initFlags, type InitOptions } from './flags.js';
import { defined } from '../../model/defined.js';

const defaultDomain = 'my.domain';

/** Asks for the names of the project, or uses the defaults. */
export const completeInit: Complete<typeof initFlags, InitOptions> = async (typed, interview, cwd) => {
  const domain = typed.domain ?? (await askDomain(interview));
  const projectName = typed.projectName ?? (await askProjectName(interview, cwd));
  const given = { ...typed, domain, ...defined({ projectName }) };
  return { given, options: { ...optionsOf('init', initFlags, given), ...yearOf(given) } };
};

async function askDomain(interview: Interview): Promise<string> {
  if (!interview.interactive) return defaultDomain;
  return interview.text({
    flag: '--domain',
    message: 'Domain suffix of the API groups',
    initialValue: defaultDomain,
    refuse: refuseName('domain'),
  });
}

/** Returns the name of the project; undefined without a user to ask and with an unusable folder name. */
async function askProjectName(interview: Interview, cwd: string): Promise<string | undefined> {
  const suggestion = nameRules.projectName.mend(basename(cwd)) || undefined;
  if (!interview.interactive) return suggestion;
  return interview.text({
    flag: '--project-name',
    message: 'Project name, the prefix of resource names in the cluster',
    ...defined({ initialValue: suggestion }),
    refuse: refuseName('projectName'),
  });
}

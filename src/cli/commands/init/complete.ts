import { basename } from 'node:path';
import type { Complete } from '../../framework/command.js';
import { optionsOf, type Given } from '../../framework/flags.js';
import type { Interview } from '../../framework/interview.js';
import { nameRules } from '../../../project/naming.js';
import { yearOf } from '../project-flags.js';
import { refuseName } from '../refuse-name.js';
import { initFlags, type InitOptions } from './flags.js';
import { defined } from '../../../base/model/defined.js';

const defaultDomain = 'my.domain';

type InitGiven = Given<typeof initFlags>;

/** Asks for the names of the project, or uses the defaults. */
export const completeInit: Complete<typeof initFlags, InitOptions> = async (typed, interview, place) => {
  const suggestion = nameRules.projectName.mend(basename(place.cwd)) || undefined;
  // Problems that no answer can solve are reported before the first question.
  if (interview.interactive) (await import('./problems.js')).refuseStart(typed, place);
  const given = interview.interactive
    ? await askMissing(typed, interview, suggestion)
    : { domain: defaultDomain, ...defined({ projectName: suggestion }), ...typed };
  return { given, options: { ...optionsOf('init', initFlags, given), ...yearOf(given) } };
};

/** @param suggestion the name of the folder as a project name; undefined if it is unusable */
async function askMissing(
  typed: InitGiven,
  { text, series }: Interview,
  suggestion: string | undefined,
): Promise<InitGiven> {
  return series<InitGiven>(typed, [
    () =>
      typed.domain === undefined
        ? text({
            flag: '--domain',
            message: 'Domain suffix of the API groups',
            defaultValue: defaultDomain,
            refuse: refuseName('domain'),
          }).then((domain) => ({ domain }))
        : undefined,
    () =>
      typed.projectName === undefined
        ? text({
            flag: '--project-name',
            message: 'Project name, the prefix of resource names in the cluster',
            ...defined({ defaultValue: suggestion }),
            refuse: refuseName('projectName'),
          }).then((projectName) => ({ projectName }))
        : undefined,
  ]);
}

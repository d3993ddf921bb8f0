import type { Complete, Place } from '../../framework/command.js';
import { optionsOf, type Given } from '../../framework/flags.js';
import type { Interview } from '../../framework/interview.js';
import { diagnostic, refuseAll } from '../../../base/diagnostics/diagnostic.js';
import { findProject } from '../../../project/find-project.js';
import type { DeployImage, Project } from '../../../project/project.js';
import { askGroup, askVersion } from '../kind-questions.js';
import { refuseName } from '../refuse-name.js';
import { createApiFlags, type CreateApiOptions } from './flags.js';
import { chosenWay, type ChosenWay } from './other-ways.js';
import { imageFlags } from './image-flags.js';
import { defined } from '../../../base/model/defined.js';

type CreateApiGiven = Given<typeof createApiFlags>;

/** Asks for values that the flags omit, or uses the defaults. */
export const completeCreateApi: Complete<typeof createApiFlags, CreateApiOptions | ChosenWay> = async (
  typed,
  interview,
  place,
) => {
  const chosen = await chosenWay(typed);
  if (chosen !== undefined) return { given: typed, options: chosen };
  const given = interview.interactive ? await askMissing(typed, interview, place) : withDefaults(typed);
  return { given, options: optionsFrom(given) };
};

/** Returns the options for complete values. */
function optionsFrom(given: CreateApiGiven): CreateApiOptions {
  const deployImage = deployImageOf(given);
  const {
    image: _image,
    imageContainerCommand: _command,
    imageContainerPort: _port,
    runAsUser: _user,
    ...options
  } = optionsOf('create api', createApiFlags, given);
  return { ...options, ...defined({ deployImage }) };
}

function withDefaults(typed: CreateApiGiven): CreateApiGiven {
  return { ...typed, resource: typed.resource ?? makesTypes(typed), controller: typed.controller ?? true };
}

async function askMissing(
  typed: CreateApiGiven,
  { text, confirm, series }: Interview,
  { host, cwd }: Place,
): Promise<CreateApiGiven> {
  const { project } = findProject(host, cwd);
  const { flagProblems, groupProblems } = await import('./problems.js');
  const { wantedBeside } = await import('./wanted.js');
  // Values that satisfy every rule stand in for values that are still to be asked for.
  const supposed = (answers: CreateApiGiven): CreateApiOptions =>
    optionsFrom({ version: 'v1', kind: 'Kind', ...withDefaults(answers) });
  refuseAll(flagProblems(supposed(typed)));
  /** Returns the only answer to a yes/no question that the flags and the other answers allow, if there is only one. */
  const only = (key: 'resource' | 'controller', answers: CreateApiGiven): boolean | undefined => {
    // The names that were answered have their own rules.
    const { group: _group, version: _version, kind: _kind, ...others } = answers;
    const [answer, other] = [true, false].filter(
      (value) => flagProblems(supposed({ ...others, [key]: value })).length === 0,
    );
    return other === undefined ? answer : undefined;
  };
  const resourceFirst = typed.resource ?? only('resource', typed);
  const start = defined({ ...typed, resource: resourceFirst }) as CreateApiGiven;
  const names = [start.group, start.version, start.kind, start.resource];
  const isNamed = names.every((each) => each !== undefined);
  if (isNamed) await wantedBeside(project, supposed(start));
  const given = await series<CreateApiGiven>(start, [
    () => (start.group === undefined ? askNewGroup(text, project).then((group) => ({ group })) : undefined),
    async ({ group, resource }) => {
      if (group !== undefined) refuseAll(await groupProblems(project, { ...typed, group, resource }));
      return undefined;
    },
    () => (start.version === undefined ? askVersion(text, 'v1').then((version) => ({ version })) : undefined),
    () =>
      start.kind === undefined
        ? text({ flag: '--kind', message: 'Kind, for example WebServer', refuse: refuseName('kind') }).then((kind) => ({
            kind,
          }))
        : undefined,
    () =>
      start.resource === undefined
        ? confirm({ flag: '--resource', message: 'Scaffold the types?', initialValue: true }).then((resource) => ({
            resource,
          }))
        : undefined,
    (answers) =>
      start.controller === undefined && only('controller', answers) === undefined
        ? confirm({ flag: '--controller', message: 'Scaffold a controller?', initialValue: true }).then(
            (controller) => ({ controller }),
          )
        : undefined,
  ]);
  const { group, controller = only('controller', given), ...others } = given;
  return { ...others, ...defined({ controller, group: group || undefined }) };
}

/** Asks for the group of a new kind; the default is the group of a project with a single one. */
function askNewGroup(text: Interview['text'], { domain, multigroup, resources }: Project): Promise<string> {
  const own = resources.find(({ origin }) => origin === undefined);
  return askGroup(text, { domain, defaultValue: multigroup ? undefined : own?.group });
}

/** Reports whether types can be created; a kind from a package already has them. */
function makesTypes({ externalApiPackage }: CreateApiGiven): boolean {
  return externalApiPackage === undefined;
}

/**
 * Returns the image given by flags, with its options.
 * @throws DiagnosticsError when there are image options without an image
 */
function deployImageOf(given: CreateApiGiven): DeployImage | undefined {
  const { image, imageContainerCommand: containerCommand, imageContainerPort: containerPort, runAsUser } = given;
  const more = {
    ...defined({ containerCommand, containerPort, runAsUser }),
  };
  if (image !== undefined) return { image, ...more };
  const problems = (Object.keys(more) as (keyof typeof more)[]).map((option) =>
    diagnostic('flag-requires-flag', { flag: imageFlags[option], needed: '--image' }),
  );
  refuseAll(problems);
  return undefined;
}

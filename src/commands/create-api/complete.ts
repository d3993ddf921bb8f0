import type { Complete } from '../../cli/command.js';
import { optionsOf, type Given } from '../../cli/flags.js';
import type { Interview } from '../../cli/interview.js';
import { diagnostic, DiagnosticsError } from '../../diagnostics/diagnostic.js';
import type { DeployImage } from '../../project/project.js';
import { askGroup, askVersion } from '../kind-questions.js';
import { refuseName } from '../refuse-name.js';
import { createApiFlags, type CreateApiOptions } from './flags.js';
import { fromCrdOptions, type FromCrdOptions } from './from-crd/options.js';
import { imageFlags } from './image-flags.js';
import { defined } from '../../model/defined.js';

type CreateApiGiven = Given<typeof createApiFlags>;

/** Asks for values that the flags omit, or uses the defaults. */
export const completeCreateApi: Complete<typeof createApiFlags, CreateApiOptions | FromCrdOptions> = async (
  typed,
  interview,
) => {
  const fromCrd = fromCrdOptions(typed);
  if (fromCrd !== undefined) return { given: typed, options: fromCrd };
  const deployImage = deployImageOf(typed);
  const given = interview.interactive ? await askMissing(typed, interview) : withDefaults(typed);
  const {
    image: _image,
    imageContainerCommand: _command,
    imageContainerPort: _port,
    runAsUser: _user,
    fromCrd: _crd,
    typesOnly: _typesOnly,
    ignoreDescriptions: _ignore,
    ...options
  } = optionsOf('create api', createApiFlags, given);
  return { given, options: { ...options, ...defined({ deployImage }) } };
};

function withDefaults(typed: CreateApiGiven): CreateApiGiven {
  return { ...typed, resource: typed.resource ?? makesTypes(typed), controller: typed.controller ?? true };
}

async function askMissing(typed: CreateApiGiven, { text, confirm, series }: Interview): Promise<CreateApiGiven> {
  // An image requires both.
  const withImage = typed.image === undefined ? undefined : true;
  const start = defined({
    ...typed,
    resource: typed.resource ?? withImage ?? (makesTypes(typed) ? undefined : false),
    controller: typed.controller ?? withImage,
  }) as CreateApiGiven;
  const given = await series<CreateApiGiven>(start, [
    () => (start.group === undefined ? askGroup(text).then((group) => ({ group })) : undefined),
    () => (start.version === undefined ? askVersion(text, 'v1').then((version) => ({ version })) : undefined),
    () =>
      start.kind === undefined
        ? text({ flag: '--kind', message: 'Kind', placeholder: 'WebServer', refuse: refuseName('kind') }).then(
            (kind) => ({ kind }),
          )
        : undefined,
    () =>
      start.resource === undefined
        ? confirm({ flag: '--resource', message: 'Scaffold the types?', initialValue: true }).then((resource) => ({
            resource,
          }))
        : undefined,
    () =>
      start.controller === undefined
        ? confirm({ flag: '--controller', message: 'Scaffold a controller?', initialValue: true }).then(
            (controller) => ({ controller }),
          )
        : undefined,
  ]);
  const { group, ...others } = given;
  return group === undefined || group === '' ? others : given;
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
  if (problems.length > 0) throw new DiagnosticsError(...problems);
  return undefined;
}

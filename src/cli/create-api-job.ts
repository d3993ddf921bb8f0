import type { CreateApiOptions } from '../operations/options.js';
import type { CreateApiFlags } from './create-api.js';
import { deployImageOf, imageWords } from './image-flags.js';
import type { Interview } from './interview.js';
import { refuseName } from './refuse-name.js';
import type { Job } from './job.js';
import { externalFlags, kindFlags } from './kind-flags.js';
import type { Operations } from './operations.js';

/** `create api` with the flags that were given. */
export function createApiJob(flags: CreateApiFlags, operations: Operations): Job<CreateApiOptions> {
  return {
    command: 'create api',
    writes: true,
    operation: operations.createApi,
    options: async (interview) => {
      const deployImage = deployImageOf(flags);
      const { group, version, kind, resource, controller } = interview.interactive
        ? await askMissing(flags, interview)
        : withDefaults(flags);
      return {
        ...(group === '' ? {} : { group }),
        version,
        kind,
        ...(flags.plural === undefined ? {} : { plural: flags.plural }),
        resource,
        controller,
        ...(flags.controllerName === undefined ? {} : { controllerName: flags.controllerName }),
        ...externalFlags(flags),
        namespaced: flags.namespaced ?? true,
        ...(deployImage === undefined ? {} : { deployImage }),
        force: flags.force ?? false,
      };
    },
    words: (options) => [
      'create',
      'api',
      ...valueWords('--group', options.group),
      ...valueWords('--version', options.version),
      ...valueWords('--kind', options.kind),
      ...valueWords('--plural', options.plural),
      options.resource ? '--resource' : '--no-resource',
      options.controller ? '--controller' : '--no-controller',
      ...valueWords('--controller-name', options.controllerName),
      ...valueWords('--external-api-package', options.externalApiPackage),
      ...valueWords('--external-api-domain', options.externalApiDomain),
      ...valueWords('--external-api-module', options.externalApiModule),
      ...(options.namespaced ? [] : ['--no-namespaced']),
      ...(options.deployImage === undefined ? [] : imageWords(options.deployImage)),
      ...(options.force ? ['--force'] : []),
    ],
  };
}

function valueWords(flag: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [flag, value];
}

/** The values that are asked for; an empty group is none. */
interface Answers {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly resource: boolean;
  readonly controller: boolean;
}

function withDefaults(flags: CreateApiFlags): Answers {
  const { group = '', resource = makesTypes(flags), controller = true } = flags;
  return { ...kindFlags('create api', flags), group, resource, controller };
}

async function askMissing(flags: CreateApiFlags, { text, confirm }: Interview): Promise<Answers> {
  const withImage = flags.image === undefined ? undefined : true;
  return {
    group:
      flags.group ??
      (await text({
        flag: '--group',
        message: 'API group (empty: the domain itself)',
        refuse: (group) => (group === '' ? undefined : refuseName('group')(group)),
      })),
    version:
      flags.version ??
      (await text({ flag: '--version', message: 'API version', initialValue: 'v1', refuse: refuseName('version') })),
    kind:
      flags.kind ??
      (await text({ flag: '--kind', message: 'Kind', placeholder: 'WebServer', refuse: refuseName('kind') })),
    // An image is of use with both.
    resource:
      flags.resource ??
      withImage ??
      (makesTypes(flags) &&
        (await confirm({ flag: '--resource', message: 'Scaffold the types?', initialValue: true }))),
    controller:
      flags.controller ??
      withImage ??
      (await confirm({ flag: '--controller', message: 'Scaffold a controller?', initialValue: true })),
  };
}

/** Where a package has the types there is nothing to ask. */
function makesTypes({ externalApiPackage }: CreateApiFlags): boolean {
  return externalApiPackage === undefined;
}

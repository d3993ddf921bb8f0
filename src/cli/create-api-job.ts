import type { CreateApiOptions } from '../operations/options.js';
import type { CreateApiFlags } from './create-api.js';
import { deployImageOf, imageWords } from './image-flags.js';
import type { Interview } from './interview.js';
import { refuseName } from './refuse-name.js';
import type { Job } from './job.js';
import { kindFlags } from './kind-flags.js';
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
        namespaced: flags.namespaced ?? true,
        ...(deployImage === undefined ? {} : { deployImage }),
        force: flags.force ?? false,
      };
    },
    words: ({ group, version, kind, plural, resource, controller, namespaced, deployImage, force }) => [
      'create',
      'api',
      ...(group === undefined ? [] : ['--group', group]),
      '--version',
      version,
      '--kind',
      kind,
      ...(plural === undefined ? [] : ['--plural', plural]),
      resource ? '--resource' : '--no-resource',
      controller ? '--controller' : '--no-controller',
      ...(namespaced ? [] : ['--no-namespaced']),
      ...(deployImage === undefined ? [] : imageWords(deployImage)),
      ...(force ? ['--force'] : []),
    ],
  };
}

/** The values that are asked for; an empty group is none. */
interface Answers {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly resource: boolean;
  readonly controller: boolean;
}

function withDefaults({ group = '', resource = true, controller = true, ...named }: CreateApiFlags): Answers {
  return { ...kindFlags('create api', named), group, resource, controller };
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
      (await confirm({ flag: '--resource', message: 'Scaffold the types?', initialValue: true })),
    controller:
      flags.controller ??
      withImage ??
      (await confirm({ flag: '--controller', message: 'Scaffold a controller?', initialValue: true })),
  };
}

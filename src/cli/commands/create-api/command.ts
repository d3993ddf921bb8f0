import { defineCommand } from '../../framework/command.js';
import { createApiFlags, type CreateApiOptions } from './flags.js';
import type { ChosenWay } from './other-ways.js';

export const createApi = defineCommand({
  name: 'create api',
  summary: 'Add an API with types, a controller and manifests',
  description: 'Scaffold an API (a kind in a group and version) with types, a controller and manifests.',
  examples: `Examples:
  $ operator-gen create api --version v1 --kind WebServer
  $ operator-gen create api --group batch --version v1alpha1 --kind Report --no-namespaced
  $ operator-gen create api --version v1 --kind Cache --image memcached:1.6 --image-container-port 11211

A controller for a built-in kind, for an external kind, or an additional one for a kind:
  $ operator-gen create api --group apps --version v1 --kind Deployment --no-resource
  $ operator-gen create api --group certs --version v1 --kind Certificate \\
      --external-api-package @example/certs/v1 --external-api-domain io
  $ operator-gen create api --version v1 --kind WebServer --controller-name webserver-backup

From existing CustomResourceDefinitions, as kinds of this project or as those of others:
  $ operator-gen create api --from-crd crds/ --controller
  $ operator-gen create api --from-crd cluster:certificates.cert-manager.io --types-only

In scripts:
  $ operator-gen create api --version v1 --kind WebServer --resource --controller --no-input
`,
  flags: createApiFlags,
  writes: true,
  complete: async () => (await import('./complete.js')).completeCreateApi,
  operation: async () => async (options: CreateApiOptions | ChosenWay, environment) =>
    'way' in options
      ? options.way.run(options.options, environment)
      : (await import('./run.js')).createApi(options, environment),
});

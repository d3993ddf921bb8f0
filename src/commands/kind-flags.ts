import { text } from '../cli/flags.js';

/** The flag for the group of a kind, shared by all commands. */
export const groupFlag = text(
  '--group <group>',
  'first part of the API group (default: none, the group is the domain)',
);

/** The flags for a kind from a package. */
export const externalFlags = {
  externalApiPackage: text('--external-api-package <module>', 'for a kind of others: what its types are imported from'),
  externalApiDomain: text('--external-api-domain <domain>', 'for a kind of others: the rest of its API group'),
  externalApiModule: text(
    '--external-api-module <package>',
    'for a kind of others: its package and version, e.g. @example/certs@1.2.3',
  ),
};

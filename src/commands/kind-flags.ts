import { text } from '../cli/flags.js';

/** The flag by which every command names the group of a kind. */
export const groupFlag = text(
  '--group <group>',
  'first part of the API group (default: none, the group is the domain)',
);

/** The flags by which a command names the kind of a package. */
export const externalFlags = {
  externalApiPackage: text('--external-api-package <module>', 'for a kind of others: what its types are imported from'),
  externalApiDomain: text('--external-api-domain <domain>', 'for a kind of others: the rest of its API group'),
  externalApiModule: text(
    '--external-api-module <package>',
    'for a kind of others: its package and version, e.g. @example/certs@1.2.3',
  ),
};

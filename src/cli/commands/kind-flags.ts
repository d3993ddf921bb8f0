import { completed, text } from '../framework/flags.js';

/** The flag for the group of a kind, shared by all commands. */
export const groupFlag = completed(
  'group',
  text('--group <group>', 'First part of the API group (default: none, the group is the domain)'),
);

/** The flags for a kind from a package. */
export const externalFlags = {
  externalApiPackage: text('--external-api-package <module>', 'Module to import the types of an external kind from'),
  externalApiDomain: text('--external-api-domain <domain>', 'Domain of the API group of an external kind'),
  externalApiModule: text(
    '--external-api-module <package>',
    'Package and version of an external kind, for example @example/certs@1.2.3',
  ),
};

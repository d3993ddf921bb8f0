import type { Option } from 'commander';
import { valueFlag } from './command.js';
import { usageError } from './usage-error.js';

/** The flags by which every command names a kind. */
export interface KindFlags {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
}

/**
 * The kind that a command line names; an empty group is none.
 * @throws UsageError when its version or its name is missing
 */
export function kindFlags(
  command: string,
  { group = '', version, kind }: KindFlags,
): { readonly group?: string; readonly version: string; readonly kind: string } {
  if (version === undefined || kind === undefined) {
    const missing = { '--version': version, '--kind': kind };
    const flags = Object.entries(missing).flatMap(([flag, value]) => (value === undefined ? [flag] : []));
    throw usageError(command, 'missing-flag', { flags });
  }
  return { ...(group === '' ? {} : { group }), version, kind };
}

/** The flags by which a command names the kind of a package. */
export interface ExternalFlags {
  readonly externalApiPackage?: string;
  readonly externalApiDomain?: string;
  readonly externalApiModule?: string;
}

export function externalOptions(): readonly Option[] {
  return [
    valueFlag('--external-api-package <module>', 'for a kind of others: what its types are imported from'),
    valueFlag('--external-api-domain <domain>', 'for a kind of others: the rest of its API group'),
    valueFlag(
      '--external-api-module <package>',
      'for a kind of others: its package and version, e.g. @example/certs@1.2.3',
    ),
  ];
}

export function externalFlags({
  externalApiPackage,
  externalApiDomain,
  externalApiModule,
}: ExternalFlags): ExternalFlags {
  return {
    ...(externalApiPackage === undefined ? {} : { externalApiPackage }),
    ...(externalApiDomain === undefined ? {} : { externalApiDomain }),
    ...(externalApiModule === undefined ? {} : { externalApiModule }),
  };
}

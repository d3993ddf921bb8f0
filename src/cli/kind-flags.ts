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

import { usageError } from '../../../../cli/framework/usage-error.js';
import type { ComposeOptions } from '../../compose/compose.js';
import { versionName } from '../../compose/csv.js';
import { parseVersion } from '../../semver.js';
import { isSubdomain } from '../../../../base/values/labels.js';
import type { BundleOptions } from './flags.js';

/**
 * Returns the options of a bundle.
 * @param packageName the package, to whose versions `replaces` and `skips` refer
 * @throws UsageError for a value that OLM would reject
 */
export function checkedOptions(options: BundleOptions, packageName: string): ComposeOptions {
  const { version, defaultChannel, replaces, useImageDigests = false } = options;
  // An empty list counts as none.
  const channels = options.channels?.length === 0 ? undefined : options.channels;
  if (parseVersion(version) === undefined || version.includes('+'))
    throw invalid('--version', version, 'it is not a version such as 0.2.0');
  for (const [option, names] of [
    ['--channels', channels ?? []],
    ['--default-channel', defaultChannel === undefined ? [] : [defaultChannel]],
  ] as const) {
    const wrong = names.find((name) => !/^[A-Za-z\d](?:[\w.-]*[A-Za-z\d])?$/.test(name));
    if (wrong !== undefined) throw invalid(option, wrong, 'it is not a name of letters, digits, - and .');
  }
  if (channels !== undefined && defaultChannel !== undefined && !channels.includes(defaultChannel))
    throw invalid('--default-channel', defaultChannel, 'it is not one of --channels');
  const named = (option: string, value: string): string => {
    const name = parseVersion(value) === undefined ? value : versionName(packageName, value);
    if (!isSubdomain(name) || name.length > 63) throw invalid(option, value, 'it is not a version such as 0.1.0');
    return name;
  };
  return {
    ...{ version, useImageDigests },
    skips: (options.skips ?? []).map((each) => named('--skips', each)),
    ...(channels !== undefined && { channels }),
    ...(defaultChannel !== undefined && { defaultChannel }),
    ...(replaces !== undefined && { replaces: named('--replaces', replaces) }),
  };
}

/** Returns an error about the value of a flag. */
export function invalid(option: string, value: string, reason: string) {
  return usageError('bundle', 'invalid-value', { option, value, reason });
}

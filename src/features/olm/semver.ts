/** A version as in https://semver.org. */
export interface Version {
  readonly numbers: readonly [major: bigint, minor: bigint, patch: bigint];
  readonly isPreRelease: boolean;
}

const identifier = '(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)';
const strict = new RegExp(
  `^(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(-${identifier}(?:\\.${identifier})*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);

/** Maximum length of a text that is compared with the pattern; no version is this long. */
const longest = 256;

/** Returns a version; undefined if the text is anything else. */
export function parseVersion(text: string): Version | undefined {
  const match = text.length > longest ? null : strict.exec(text);
  if (match === null) return undefined;
  const [, major = '', minor = '', patch = '', preRelease] = match;
  return { numbers: [BigInt(major), BigInt(minor), BigInt(patch)], isPreRelease: preRelease !== undefined };
}

/** Returns a version as OLM reads it: with a `v`, with leading zeros, or with fewer than three numbers. */
export function parseTolerantVersion(text: string): Version | undefined {
  const parts = splitInThree(text.trim().replace(/^v/, '')).map((part) =>
    part.length > 1 ? part.replace(/^0+/, '').replace(/^(?![0-9])/, '0') : part,
  );
  if (parts.length < 3 && /[+-]/.test(parts.at(-1)!)) return undefined;
  return parseVersion([...parts, '0', '0'].slice(0, 3).join('.'));
}

function splitInThree(text: string): readonly string[] {
  const [major = '', minor, ...rest] = text.split('.');
  return [major, ...(minor === undefined ? [] : [minor]), ...(rest.length === 0 ? [] : [rest.join('.')])];
}

/** Reports whether a version is 0.0.0, which OLM treats as a missing version. */
export function isZero({ numbers, isPreRelease }: Version): boolean {
  return !isPreRelease && numbers.every((each) => each === 0n);
}

/** Reports whether a version is at least a minor version, such as `1.25`. */
export function isAtLeast({ numbers: [major, minor, patch], isPreRelease }: Version, wanted: string): boolean {
  const [wantedMajor = 0n, wantedMinor = 0n] = wanted.split('.').map(BigInt);
  if (major !== wantedMajor) return major > wantedMajor;
  if (minor !== wantedMinor) return minor > wantedMinor;
  return patch > 0n || !isPreRelease;
}

/** Reports whether a text is a range of versions, such as `>=1.0.0 <2.0.0 || 3.x`. */
export function isVersionRange(text: string): boolean {
  return text.length <= longest && text.split('||').every((each) => isConjunction(each.trim()));
}

function isConjunction(text: string): boolean {
  const comparisons = text.replaceAll(/([<>=]) +/g, '$1').split(/ +/);
  return comparisons.every((each) => {
    const version = /^(?:==?|!=?|>=?|<=?)?(.+)$/.exec(each)?.[1];
    return (
      version !== undefined && (parseVersion(version) !== undefined || /^\d+\.(?:\d+\.x|x(?:\.x)?)$/.test(version))
    );
  });
}

import { refuse } from '../../../base/diagnostics/diagnostic.js';
import { toolVersion } from '../../../base/io/tool.js';
import { readReleases, type Release } from '../../../project/layout/releases.js';
import { templatesOf, templatesWith, type TemplateSource } from '../../../project/layout/templates.js';
import type { Environment } from '../../../output/operation/outcome.js';
import { cliVersionOf } from '../../../project/cli-version.js';
import type { FoundProject } from '../../../project/find-project.js';

/** The releases from and to which a project is upgraded. */
export interface Way {
  /** The releases in the archive, oldest first. */
  readonly releases: readonly Release[];
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the releases with known templates, oldest first.
 * @param folder the archive; by default that of this package
 * @throws DiagnosticsError when the archive of this package cannot be read or lacks a release
 */
export function knownReleases({ releases }: Pick<Environment, 'releases'>, folder?: string): readonly Release[] {
  if (releases !== undefined) return releases;
  try {
    const found = readReleases(folder);
    if (found.at(-1)?.version !== toolVersion()) throw new Error(`it has no release ${toolVersion()}`);
    return found;
  } catch (error) {
    return refuse('broken-release-archive', { reason: (error as Error).message });
  }
}

/**
 * Returns the releases that a project is upgraded from and to.
 * @param releases the releases in the archive, oldest first
 * @throws DiagnosticsError when one of them is not in the archive, or the project has a later one
 */
export function upgradeOf(found: FoundProject, releases: readonly Release[], to = releases.at(-1)!.version): Way {
  const known = releases.map(({ version }) => version);
  const { version: from, position } = cliVersionOf(found);
  if (from === undefined) return refuse('cli-version-missing', { known }, position);
  if (!known.includes(to)) refuse('unknown-target-release', { version: to, known });
  const own = known.at(-1)!;
  if (!known.includes(from))
    return isLater(from, own)
      ? refuse('project-newer', { version: from, own }, position)
      : refuse('unknown-release', { version: from, known }, position);
  if (known.indexOf(from) > known.indexOf(to)) refuse('project-newer', { version: from, own: to }, position);
  return { releases, from, to };
}

/** Reports whether a version is later than another one; parts of a version that are not numbers are ignored. */
function isLater(version: string, other: string): boolean {
  const [one, two] = [version, other].map((each) => each.split(/[.+-]/, 3).map(Number)) as [number[], number[]];
  const index = one.findIndex((number, at) => number !== two[at]);
  return index >= 0 && one[index]! > (two[index] ?? 0);
}

/**
 * Returns the templates of the release that a project has, so that a command does not apply parts of another release;
 * undefined if it has the present release. Files that the release lacks come from the present one.
 */
export function projectTemplates(
  environment: Pick<Environment, 'releases'>,
  found: FoundProject,
): TemplateSource | undefined {
  const { version } = cliVersionOf(found);
  if (version === undefined || version === toolVersion()) return undefined;
  const release = knownReleases(environment).find((each) => each.version === version);
  if (release === undefined) return undefined;
  const source = templatesWith(release.templates);
  return (set) => {
    const templates = source(set);
    return templates.length > 0 ? templates : templatesOf(set);
  };
}

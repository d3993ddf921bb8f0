import type { Built } from './kustomizations.js';

/** Builds, grouped by what is reported about them. */
export interface Deployed {
  /** Builds that are not part of another one, or that a user names; and those whose failure is reported. */
  readonly whole: readonly Built[];
  /** Builds whose objects are all in another build as well, which can complete or correct them. */
  readonly parts: readonly Built[];
}

/**
 * Divides builds into those that are deployed on their own, and parts of others. If several builds fail because of the
 * same part, the failure of that part is reported.
 * @param isNamed whether a kustomization is also deployed on its own
 */
export function deployed(builds: readonly Built[], isNamed: (file: string) => boolean): Deployed {
  const includes = ({ file, read }: Built, other: Built): boolean => file !== other.file && read.includes(other.file);
  const failed = builds.filter((each) => each.diagnostics.length > 0);
  const good = builds.filter((each) => each.diagnostics.length === 0);
  const sources = new Map(good.map((each) => [each, new Set(each.manifests.map(({ file }) => file))]));
  // A kustomization can name the file of another one without including its objects.
  const isPart = (part: Built): boolean =>
    !isNamed(part.file) &&
    good.some((whole) => includes(whole, part) && part.manifests.every(({ file }) => sources.get(whole)!.has(file)));
  return {
    whole: [
      ...failed.filter((each) => !failed.some((part) => includes(each, part) && !includes(part, each))),
      ...good.filter((each) => !isPart(each)),
    ],
    parts: good.filter(isPart),
  };
}

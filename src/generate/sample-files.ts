import { emitSample, type SampleResult } from '../emit/sample.js';
import type { Kind, KindVersion } from '../model/kind.js';
import { sampleFile } from '../project/paths.js';
import type { Project } from '../project/project.js';

/** The sample of one version, as it is generated without the API server's code. */
export interface SampleFile {
  readonly path: string;
  readonly kind: Kind;
  readonly version: KindVersion;
  readonly sample: SampleResult;
}

/** Returns the samples of all versions. */
export function sampleFiles(kinds: readonly Kind[], { domain, projectName }: Project): readonly SampleFile[] {
  return kinds.flatMap((kind) =>
    kind.versions.map((version) => ({
      path: sampleFile({ group: groupOf(kind, domain), version: version.name, kind: kind.kind }),
      ...{ kind, version },
      sample: emitSample(kind, version, projectName),
    })),
  );
}

/** Returns the part of an API group before the project's domain, which is used in file names. */
function groupOf({ group }: Kind, domain: string): string {
  if (group === domain) return '';
  return group.endsWith(`.${domain}`) ? group.slice(0, -domain.length - 1) : group;
}

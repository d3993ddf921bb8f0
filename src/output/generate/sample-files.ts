import { emitSample, type SampleResult } from '../emit/sample.js';
import type { Kind, KindVersion } from '../../base/model/kind.js';
import { sampleFile } from '../../project/paths.js';
import { apiGroupOf, type Project, type ProjectResource } from '../../project/project.js';

/** The sample of one version, as it is generated without the API server's code. */
export interface SampleFile {
  readonly path: string;
  readonly kind: Kind;
  readonly version: KindVersion;
  readonly sample: SampleResult;
}

/** Returns the samples of all versions. */
export function sampleFiles(kinds: readonly Kind[], project: Project): readonly SampleFile[] {
  return kinds.flatMap((kind) =>
    kind.versions.map((version) => ({
      path: sampleFile({ ...groupOf(kind, project), version: version.name, kind: kind.kind }),
      ...{ kind, version },
      sample: emitSample(kind, version, project.projectName),
    })),
  );
}

/** Returns the first part of an API group, without the domain, for use in file names. */
function groupOf({ group, kind }: Kind, { domain, resources }: Project): Pick<ProjectResource, 'group'> {
  const listed = resources.find((each) => each.kind === kind && apiGroupOf(each) === group);
  if (listed !== undefined) return listed;
  if (group === domain) return {};
  return { group: group.endsWith(`.${domain}`) ? group.slice(0, -domain.length - 1) : group };
}

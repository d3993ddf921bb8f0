import { isEqual } from '../../../base/crd/equal.js';
import { formatted } from '../../import/format.js';
import type { Layout } from '../../../project/layout/layout.js';
import { conversionFile } from '../../../project/paths.js';
import { isSameKind, type Project } from '../../../project/project.js';
import { hubs, spokesOf } from '../../../project/resources.js';
import type { Wanted } from '../../import/from-crd/resources.js';

/** Returns the conversions between versions with different fields: the scaffolded ones copy all fields, as if they were the same. */
export async function conversionFiles(
  project: Project,
  layout: Layout,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, string>> {
  const schemaOf = (kind: Wanted['resource'], version: string) =>
    wanted.find(({ resource }) => isSameKind(resource, kind) && resource.version === version)?.version.schema;
  const texts = hubs(project).flatMap((hub) =>
    spokesOf(hub).flatMap((spoke) => {
      const path = conversionFile({ ...hub, version: spoke }, project);
      const scaffolded = layout.get(path)?.content;
      const isAlike = isEqual(schemaOf(hub, hub.version), schemaOf(hub, spoke));
      return scaffolded === undefined || isAlike ? [] : [{ path, content: unfinished(scaffolded, hub.kind, spoke) }];
    }),
  );
  return new Map((await formatted(texts)).map(({ path, content }) => [path, content]));
}

function unfinished(scaffolded: string, kind: string, spoke: string): string {
  const thrown = (method: string) =>
    `${method}: () => { throw new Error('${method} of ${kind} ${spoke} is to be ported'); },`;
  return scaffolded
    .replace(/\/\/ Fields that both versions.*/, '// To be ported: the versions have different fields.')
    .replace(/convertTo: .*/, thrown('convertTo'))
    .replace(/convertFrom: .*/, thrown('convertFrom'));
}

import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { KindHandle } from '@operator-gen/runtime/api';
import { pluralOf } from '../project/plural.js';
import type { ProjectResource } from '../project/project.js';
import { runtimeDeclarations } from '../ts/runtime-declarations.js';

/**
 * A kind of Kubernetes itself as PROJECT lists it, or undefined where there is none of that name.
 * @param group as people name it: `core`, `apps`, `rbac`, `rbac.authorization` or `rbac.authorization.k8s.io`
 */
export async function builtInResource(
  group: string,
  version: string,
  kind: string,
): Promise<ProjectResource | undefined> {
  const folder = group === '' ? 'core' : group.split('.', 1)[0]!;
  const file = posix.join(runtimeDeclarations(), 'k8s', folder, `${version}.js`);
  if (!/^[a-z]+$/.test(folder) || !/^v\w+$/.test(version) || !existsSync(file)) return undefined;
  const [module, { resourceInfo }] = await Promise.all([
    import(pathToFileURL(file).href) as Promise<Readonly<Record<string, KindHandle>>>,
    import('@operator-gen/runtime/api'),
  ]);
  const handle = Object.hasOwn(module, kind) ? module[kind] : undefined;
  if (handle === undefined) return undefined;
  const found = resourceInfo(handle);
  const short = found.group === '' ? 'core' : found.group.replace(/\.k8s\.io$/, '');
  if (![folder, short, found.group].includes(group === '' ? 'core' : group)) return undefined;
  return {
    group: short,
    domain: short !== 'core' && short !== found.group ? 'k8s.io' : '',
    version,
    kind,
    ...(found.plural === pluralOf(kind) ? {} : { plural: found.plural }),
    origin: { from: 'core', path: `@operator-gen/runtime/k8s/${folder}/${version}` },
    controllers: [],
  };
}

import { posix } from 'node:path';
import { functionsIn } from '../../go/declarations.js';
import { apiGroupOf, isSameKind, type ProjectResource, type WebhookEntry } from '../../project/project.js';
import type { GoCode } from './go-code.js';

/** A method of a type of the project that converts between versions. */
interface Method {
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

const none: WebhookEntry = { defaulting: false, validation: false, conversion: false, spoke: [] };

/** Returns resources with the conversions that the methods `Hub` and `ConvertTo` of Go types are. */
export function withConversions(resources: readonly ProjectResource[], code: GoCode): readonly ProjectResource[] {
  const methods = code.files.flatMap((file) => methodsIn(file, code));
  return resources.map((resource) => {
    const others = resources.filter((each) => each.api !== undefined && isSameKind(each, resource));
    if (resource.api === undefined || others.length < 2) return resource;
    const { webhooks = none, version } = resource;
    if (webhooks.spoke.length > 0 || !isHub(resource, others, methods)) return resource;
    const known = others.map((each) => each.version).filter((each) => each !== version);
    const converted = known.filter((each) => has(methods, 'ConvertTo', resource, each));
    const spoke = converted.length === 0 && webhooks.conversion ? known : converted;
    return spoke.length === 0 ? resource : { ...resource, webhooks: { ...webhooks, conversion: true, spoke } };
  });
}

/** Reports whether a version is the hub of its kind: in the code, or in PROJECT, of which old ones list no spokes. */
function isHub(resource: ProjectResource, others: readonly ProjectResource[], methods: readonly Method[]): boolean {
  if (others.some(({ webhooks }) => (webhooks?.spoke.length ?? 0) > 0)) return false;
  const hubs = others.filter(({ version }) => has(methods, 'Hub', resource, version));
  const listed = others.filter(({ webhooks }) => webhooks?.conversion === true);
  return [...hubs, ...listed][0] === resource;
}

function has(methods: readonly Method[], name: string, resource: ProjectResource, version: string): boolean {
  const group = apiGroupOf(resource);
  return methods.some(
    (each) => each.name === name && each.kind === resource.kind && each.group === group && each.version === version,
  );
}

function methodsIn(file: GoCode['files'][number], { packages }: GoCode): readonly Method[] {
  const declared = packages.get(posix.dirname(file.path));
  if (declared === undefined || file.problem !== undefined || !/\b(?:Hub|ConvertTo)\b/.test(file.code)) return [];
  return functionsIn(file)
    .filter(({ name, receiver }) => receiver !== '' && /^(?:Hub|ConvertTo)$/.test(name))
    .map(({ name, receiver }) => ({ ...declared, name, kind: receiver }));
}

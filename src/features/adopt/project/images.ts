import type { CrdVersion } from '../../../base/crd/crd.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { defined } from '../../../base/model/defined.js';
import { objectAt, objectsAt, own, textAt, textsAt } from '../../../base/model/json-at.js';
import type { Position } from '../../../base/model/position.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { textsOf } from '../../../project/deploy-image.js';
import { checkName } from '../../../project/naming.js';
import { apiGroupOf, type DeployImage, type ProjectResource } from '../../../project/project.js';
import { left } from '../left.js';

/** A kind whose controller runs Pods of an image. */
export interface GoImage {
  readonly group: string;
  readonly domain: string;
  readonly version: string;
  readonly kind: string;
  readonly image: DeployImage;
}

/** Returns the kinds that a plugin of kubebuilder in PROJECT runs images for. */
export function imagesIn(plugin: JsonObject): readonly GoImage[] {
  return objectsAt(plugin, 'resources').map((each) => {
    const options = objectAt(each, 'options');
    const [containerPort, runAsUser] = [numberIn(options, 'containerPort'), numberIn(options, 'runAsUser')];
    const containerCommand = textAt(options, 'containerCommand') || undefined;
    return {
      group: textAt(each, 'group'),
      domain: textAt(each, 'domain'),
      version: textAt(each, 'version'),
      kind: textAt(each, 'kind'),
      image: { image: textAt(options, 'image'), ...defined({ containerCommand, containerPort, runAsUser }) },
    };
  });
}

/** Returns a number, which old versions of kubebuilder write as a string. */
function numberIn(options: JsonObject, key: string): number | undefined {
  const value = own(options, key);
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' ? number : undefined;
}

/**
 * Returns the settings of a resource for its image; none, with the reason, if the controller of an image cannot use its
 * types.
 */
export function imageFor(
  images: readonly GoImage[],
  resource: Pick<ProjectResource, 'group' | 'domain' | 'version' | 'kind'>,
  version: CrdVersion,
  position: Position,
): { readonly fields: Pick<ProjectResource, 'deployImage'>; readonly problems: readonly Diagnostic[] } {
  const { kind } = resource;
  const found = images.find(
    (each) => each.kind === kind && each.version === resource.version && apiGroupOf(each) === apiGroupOf(resource),
  );
  if (found === undefined) return { fields: {}, problems: [] };
  const reason = refusalOf(found, version);
  if (reason === undefined) return { fields: { deployImage: found.image }, problems: [] };
  const instead = 'port the controller, which runs Pods of the image';
  return { fields: {}, problems: [left(`the image of ${kind}: ${reason}`, instead, position)] };
}

function refusalOf({ kind, image }: GoImage, { schema }: CrdVersion): string | undefined {
  const invalid = [
    checkName('kindWithImage', 'kind', kind),
    ...textsOf(image).map(([option, text]) => checkName(option, option, text)),
  ].find((each) => each !== undefined);
  if (invalid !== undefined) return invalid.message;
  const root = schema;
  const spec = fieldOf(root, 'spec');
  const needed = ['size', ...(image.containerPort === undefined ? [] : ['containerPort'])];
  if (!textsAt(root, 'required').includes('spec') || own(spec, 'properties') === undefined)
    return 'spec is not required';
  const missing = needed.find((name) => !isNumber(spec, name));
  if (missing !== undefined) return `spec.${missing} is not a number that every object has`;
  const conditions = fieldOf(fieldOf(root, 'status'), 'conditions');
  return own(conditions, 'type') === 'array' ? undefined : 'status.conditions is not a list';
}

function isNumber(spec: JsonObject, name: string): boolean {
  const field = fieldOf(spec, name);
  const hasValue = textsAt(spec, 'required').includes(name) || own(field, 'default') !== undefined;
  return hasValue && own(field, 'type') === 'integer';
}

function fieldOf(schema: JsonObject, name: string): JsonObject {
  return objectAt(schema, 'properties', name);
}

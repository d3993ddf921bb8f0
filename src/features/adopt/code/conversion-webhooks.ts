import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { GoConversion } from '../../../base/helper/go/answer.js';
import { pluralNameOf } from '../../../project/plural.js';
import {
  apiGroupOf,
  isSame,
  isSameKind,
  type Project,
  type ProjectResource,
  type WebhookEntry,
} from '../../../project/project.js';
import { spokesOf } from '../../../project/resources.js';
import type { ConfigConversions } from '../config/config-conversions.js';
import type { GoCode } from '../project/go-code.js';
import { left } from '../left.js';
import type { Source } from '../source.js';

const none: WebhookEntry = { defaulting: false, validation: false, conversion: false, spoke: [] };

/**
 * Returns resources with their conversions: methods of Go types, registered converters, or those that only config/ has.
 * @param configured the stored versions of the kinds with a conversion webhook in config/
 */
export function withConversions(
  resources: readonly ProjectResource[],
  code: GoCode,
  configured: readonly ProjectResource[],
): readonly ProjectResource[] {
  const methods = code.conversions;
  return resources.map((resource) => {
    const others = resources.filter((each) => each.api !== undefined && isSameKind(each, resource));
    if (resource.api === undefined || others.length < 2) return resource;
    const { webhooks = none, version } = resource;
    if (webhooks.spoke.length > 0 || !isHub(resource, others, { methods, configured })) return resource;
    const known = others.map((each) => each.version).filter((each) => each !== version);
    const converted = known.filter((each) => has(methods, 'ConvertTo', resource, each));
    const isListed = webhooks.conversion || has(methods, 'Hub', resource, version, 'registered');
    const isAll = isListed || configured.some((each) => isSame(each, resource));
    const spoke = converted.length === 0 && isAll ? known : converted;
    return spoke.length === 0 ? resource : { ...resource, webhooks: { ...webhooks, conversion: true, spoke } };
  });
}

interface Known {
  readonly methods: readonly GoConversion[];
  readonly configured: readonly ProjectResource[];
}

/**
 * Reports whether a version is the hub of its kind: according to the code, to PROJECT, which in old projects lists no
 * spokes, or to config/.
 */
function isHub(resource: ProjectResource, others: readonly ProjectResource[], { methods, configured }: Known): boolean {
  if (others.some(({ webhooks }) => (webhooks?.spoke.length ?? 0) > 0)) return false;
  const hubs = others.filter(({ version }) => has(methods, 'Hub', resource, version, 'declared'));
  const registered = others.filter(({ version }) => has(methods, 'Hub', resource, version, 'registered'));
  const listed = others.filter(({ webhooks }) => webhooks?.conversion === true);
  const stored = others.filter((each) => configured.some((one) => isSame(one, each)));
  return [...hubs, ...registered, ...listed, ...stored][0] === resource;
}

/** Returns the conversion webhooks in config/ that have no code, or that the new operator does not serve. */
export function conversionItems(
  source: Source,
  { resources }: Project,
  code: GoCode,
  conversions: ConfigConversions,
): readonly Diagnostic[] {
  const methods = code.conversions;
  return [...conversions].flatMap(([name, path]) => {
    const versions = resources.filter(
      (each) => each.api !== undefined && `${pluralNameOf(each)}.${apiGroupOf(each)}` === name,
    );
    const [first] = versions;
    const hub = versions.find((each) => spokesOf(each).length > 0);
    const isCoded = versions.some(({ version }) => has(methods, 'Hub', first!, version));
    if (first === undefined || (hub !== undefined && isCoded)) return [];
    const instead =
      hub === undefined
        ? 'the new operator does not serve /convert for it: remove it from config/, or create one with npx operator-gen create webhook --conversion'
        : 'its code was not found: port it to the conversion of the version in src/webhook/';
    return [left(`the conversion webhook of ${first.kind}`, instead, { file: source.shown(path), line: 1, column: 1 })];
  });
}

function has(
  methods: readonly GoConversion[],
  name: string,
  resource: ProjectResource,
  version: string,
  is?: GoConversion['is'],
): boolean {
  const group = apiGroupOf(resource);
  const isOf = (each: GoConversion): boolean =>
    each.kind === resource.kind && each.group === group && each.version === version;
  return methods.some((each) => each.name === name && isOf(each) && (is === undefined || each.is === is));
}

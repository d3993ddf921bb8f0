import { builtInKinds, builtInResource } from '../../../scaffold/change/kinds/built-in.js';
import { formatted } from '../../import/format.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Layout } from '../../../project/layout/layout.js';
import { defined } from '../../../base/model/defined.js';
import type { Position } from '../../../base/model/position.js';
import { webhookCodeFile } from '../../../project/paths.js';
import { pluralNameOf } from '../../../project/plural.js';
import { apiGroupOf, hasAdmission, isSame, type Project, type ProjectResource } from '../../../project/project.js';
import { webhookPath } from '../../../project/webhook-path.js';
import { isWebhookPath } from '../../../base/values/labels.js';
import type { GoProject } from '../project/go-project.js';
import { left } from '../left.js';
import type { GoWebhook, GoWebhooks } from './go-webhooks.js';
import { isOfNoVersion, webhookOf, webhooksOf } from './webhook-classes.js';
import { configurationText, webhookText, withImport } from './webhook-text.js';

/** Returns resources with the paths in markers of the Go code, if they differ from the default ones. */
export function withPaths(
  resources: readonly ProjectResource[],
  all: readonly GoWebhook[],
): readonly ProjectResource[] {
  return resources.map((resource) => {
    const { webhooks } = resource;
    if (webhooks === undefined) return resource;
    const pathOf = (verb: 'mutate' | 'validate'): string | undefined => {
      const [path] = webhookOf({ all, resources }, resource, verb === 'mutate')?.given.get('path') ?? [];
      // A path that the API server rejects is reported at the marker.
      return path === undefined || path === webhookPath(verb, resource) || !isWebhookPath(path) ? undefined : path;
    };
    return {
      ...resource,
      webhooks: {
        ...webhooks,
        ...(webhooks.defaulting ? defined({ defaultingPath: pathOf('mutate') }) : {}),
        ...(webhooks.validation ? defined({ validationPath: pathOf('validate') }) : {}),
      },
    };
  });
}

/** Returns resources with the additional webhooks of a Go project, including those of built-in kinds. */
export async function withWebhooks(
  resources: readonly ProjectResource[],
  all: readonly GoWebhook[],
): Promise<readonly ProjectResource[]> {
  const builtIn = (await Promise.all(all.map(builtInOf))).flat();
  const added = builtIn.filter((each, index) => builtIn.findIndex((other) => isSame(each, other)) === index);
  const candidates = [...resources, ...added.filter((each) => !resources.some((known) => isSame(known, each)))];
  return candidates.flatMap((resource, index) => {
    const [defaulting, validation] = [true, false].map(
      (is) => webhookOf({ all, resources: candidates }, resource, is) !== undefined,
    );
    const { webhooks } = resource;
    if (!defaulting && !validation && index >= resources.length) return [];
    if (!defaulting && !validation)
      return [all.some((each) => isFor(each, resource)) ? withoutAdmission(resource) : resource];
    const { conversion = false, spoke = [] } = webhooks ?? {};
    // If only one of them has markers, PROJECT is wrong about the other one.
    const known = {
      defaulting: webhooks?.defaulting === true && !validation!,
      validation: webhooks?.validation === true && !defaulting!,
    };
    return [
      {
        ...resource,
        webhooks: {
          conversion,
          spoke,
          ...webhooks,
          defaulting: known.defaulting || defaulting!,
          validation: known.validation || validation!,
        },
      },
    ];
  });
}

/** Reports whether a webhook is for a kind in any version: PROJECT is then wrong about the other versions. */
function isFor({ given }: GoWebhook, resource: ProjectResource): boolean {
  const isNamed = (name: string, value: string): boolean => given.get(name)?.includes(value) ?? false;
  return isNamed('groups', apiGroupOf(resource)) && isNamed('resources', pluralNameOf(resource));
}

function withoutAdmission(resource: ProjectResource): ProjectResource {
  const { webhooks, ...others } = resource;
  if (webhooks === undefined || !webhooks.conversion) return others;
  const { conversion, spoke } = webhooks;
  return { ...others, webhooks: { defaulting: false, validation: false, conversion, spoke } };
}

/** Returns the built-in kinds that a webhook is for. */
async function builtInOf({ given }: GoWebhook): Promise<readonly ProjectResource[]> {
  const found: ProjectResource[] = [];
  const [versions, plurals] = [given.get('versions') ?? [], given.get('resources') ?? []];
  for (const group of given.get('groups') ?? []) {
    const named = group === 'core' ? '' : group;
    const kinds = await builtInKinds(named || 'core');
    for (const { group: of, version, kind, plural } of kinds)
      if (of === named && versions.includes(version) && plurals.includes(plural)) {
        const resource = await builtInResource(named || 'core', version, kind);
        if (resource !== undefined) found.push(resource);
      }
  }
  return found;
}

/** Returns the webhooks that PROJECT lists but the Go code lacks. */
export function webhooksOnlyListed(
  listed: readonly ProjectResource[],
  { resources }: Project,
  { goProject, webhooks }: { readonly goProject: GoProject | undefined; readonly webhooks: readonly GoWebhook[] },
): readonly Diagnostic[] {
  return listed.flatMap((before) => {
    const after = resources.find((each) => isSame(each, before));
    const entry = goProject?.resources.find(({ kind, version }) => kind === before.kind && version === before.version);
    if (after === undefined || entry === undefined) return [];
    const isMarked = (type: 'defaulting' | 'validation'): boolean =>
      webhooks.some(
        (each) =>
          each.isMutating === (type === 'defaulting') &&
          isFor(each, before) &&
          each.given.get('versions')?.includes(before.version),
      );
    const gone = (['defaulting', 'validation'] as const).filter(
      // The webhook can be in the class of another version.
      (each) => before.webhooks?.[each] === true && after.webhooks?.[each] !== true && !isMarked(each),
    );
    const instead = 'no marker declares it; to create it: npx operator-gen create webhook';
    return gone.map((each) => left(`the ${each} webhook of ${before.kind} in PROJECT`, instead, entry.position));
  });
}

/** Returns a webhook that also covers the version of its class. */
function withVersion(webhook: GoWebhook, { version }: ProjectResource): GoWebhook {
  const versions = [...(webhook.given.get('versions') ?? []), version];
  return { ...webhook, given: new Map([...webhook.given, ['versions', versions]]) };
}

function unservedItem({ given, what, position }: GoWebhook, { kind, version }: ProjectResource): Diagnostic {
  const versions = (given.get('versions') ?? []).join(', ');
  const instead = `${kind} has no version ${versions}, so the API server never called it: it is at the class of ${version} now, and is called for that version`;
  return left(`the versions of ${what}`, instead, position);
}

/** The files of webhooks with the arguments of the Go project. */
export interface WebhookFiles {
  readonly files: ReadonlyMap<string, string>;
  /** The positions of the webhooks of each file in the Go project, in order; undefined for a scaffolded one. */
  readonly origins: ReadonlyMap<string, readonly (Position | undefined)[]>;
  readonly problems: readonly Diagnostic[];
}

/** Returns the scaffolded webhooks, with the arguments of the corresponding ones in the Go project. */
export async function webhookFiles(
  project: Project,
  layout: Layout,
  { webhooks, configurations, problems: unreadMarkers }: GoWebhooks,
): Promise<WebhookFiles> {
  const used = new Set<GoWebhook>();
  const problems: Diagnostic[] = [...unreadMarkers];
  const named = new Map(configurations);
  const origins = new Map<string, readonly (Position | undefined)[]>();
  const texts = project.resources.filter(hasAdmission).flatMap((resource) => {
    const path = webhookCodeFile(resource, project);
    const scaffolded = layout.get(path);
    if (scaffolded === undefined) return [];
    const places: (Position | undefined)[] = [];
    origins.set(path, places);
    const content = scaffolded.content.replaceAll(/^@Webhook\(\{\n(?: .*\n)*\}\)/gm, (found) => {
      const isMutating = found.includes('mutating: true');
      const markers = webhooksOf({ all: webhooks, resources: project.resources }, resource, isMutating).flatMap(
        (webhook) => {
          const isUnserved = isOfNoVersion(webhook.given, resource, project.resources);
          const written = webhookText(isUnserved ? withVersion(webhook, resource) : webhook, resource);
          if (written === undefined) return [];
          used.add(webhook);
          places.push(webhook.position);
          const instead = 'set it at the webhook in src/webhook/';
          if (isUnserved) problems.push(unservedItem(webhook, resource));
          problems.push(...written.unread.map((each) => left(`${each} of ${webhook.what}`, instead, webhook.position)));
          return [written.text];
        },
      );
      if (markers.length === 0) places.push(undefined);
      const name = named.get(isMutating);
      named.delete(isMutating);
      return `${name === undefined ? '' : configurationText(name, isMutating)}${markers.length === 0 ? found : markers.join('\n')}`;
    });
    return [{ path, content: withImport(content) }];
  });
  const unused = webhooks.filter((each) => !used.has(each));
  return {
    files: new Map((await formatted(texts)).map(({ path, content }) => [path, content])),
    origins,
    problems: [
      ...problems,
      ...unused.map(({ what, position }) => left(what, 'write it as @Webhook at a webhook', position)),
    ],
  };
}

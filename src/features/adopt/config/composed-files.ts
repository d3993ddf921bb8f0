import { posix } from 'node:path';
import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { mergeKustomization } from '../../../output/emit/kustomization.js';
import { toYaml } from '../../../base/text/yaml.js';
import { listedIn, objectsIncluded } from '../../../output/kustomize/included-objects.js';
import type { DesiredFile } from '../../../project/layout/desired-file.js';
import type { Layout } from '../../../project/layout/layout.js';
import { objectsOf } from '../../../base/text/yaml-objects.js';
import { textAt } from '../../../base/model/json-at.js';
import { isCrd, kindAndName, kindOf, nameOf } from '../../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { kustomizationIn, kustomizations, webhookFile } from '../../../project/paths.js';
import { hasAdmission, type Project } from '../../../project/project.js';
import { withTypes } from '../../../project/resources.js';
import type { ConfigChange } from './config-changes.js';
import { left } from '../left.js';
import type { Source } from '../source.js';

interface Input {
  readonly project: Project;
  readonly layout: Layout;
  readonly config: ReadonlyMap<string, string>;
}

/** New kustomizations of a Go project without `config/default`. */
export interface ComposedFiles {
  /** Their texts, which are used to compute the changes of other files. */
  readonly texts: ReadonlyMap<string, string>;
  readonly problems: readonly Diagnostic[];
}

const defaultFolder = posix.dirname(kustomizations.default);
/** The kustomization above `config/default`, which cannot list it. */
const above = 'config';
/** Fields of a kustomization that move to `config/default`, or have no effect there. */
const carriedOver = new Set(['apiVersion', 'kind', 'namespace', 'namePrefix', 'resources', 'bases']);

/** Returns the kustomizations of a Go project without `config/default`, with its names in clusters. */
export function composedFiles(source: Source, { project, layout, config }: Input): ComposedFiles {
  const { composed } = source;
  if (composed === undefined) return { texts: new Map(), problems: [] };
  const { texts, folders, isWhole, others } = composed;
  const place = { file: kustomizations.default, line: 1, column: 1 };
  const shown = folders.length === 0 ? defaultFolder : folders.join(', ');
  const problems = [diagnostic('default-composed', { folders: shown, others: others.join(', ') }, place)];
  if (isWhole) return { texts, problems };
  const text = texts.get(kustomizations.default)!;
  const upper = kustomizationIn(above, (path) => config.has(path));
  const outer = upper === undefined ? {} : (objectsOf(config.get(upper))[0] ?? {});
  const fields = Object.keys(outer).filter((each) => !carriedOver.has(each));
  if (upper !== undefined && fields.length > 0)
    problems.push(
      left(`${fields.join(', ')} of ${upper}`, `add them to ${kustomizations.default}, which is new`, {
        ...place,
        file: source.shown(upper),
      }),
    );
  const needsRoles = !listedIn(text).includes('../rbac') && !isPermitted(source);
  const isDefined = source.deployment.objects.some(({ object }) => isCrd(object));
  const add = [...(needsRoles ? ['../rbac'] : []), ...(isDefined || withTypes(project).length === 0 ? [] : ['../crd'])];
  const listed = mergeKustomization(text, { add }) ?? text;
  const hasWebhooks = source.deployment.objects.some(({ object }) => kindOf(object).endsWith('WebhookConfiguration'));
  const leavesOut = project.resources.some(hasAdmission) && !hasWebhooks && !listed.includes('../webhook');
  if (leavesOut)
    problems.push(diagnostic('webhooks-not-deployed', { path: kustomizations.default, entry: '../webhook' }, place));
  const names = namesFor(source, layout, outer);
  const [title = '', ...rest] = listed.split('\n');
  const named = `${title}\n${Object.keys(names).length === 0 ? '' : toYaml(names).slice(4)}${rest.join('\n')}`;
  return {
    texts: new Map([...texts, [kustomizations.default, leavesOut ? `${named}# - ../webhook\n` : named]]),
    problems,
  };
}

/** Reports whether the objects of the Go project have a binding. */
function isPermitted({ deployment }: Source): boolean {
  return deployment.objects.some(({ object }) => kindOf(object).endsWith('RoleBinding'));
}

/**
 * Returns the namespace and the prefix of all objects: those of the outer kustomization, or else the scaffolded ones,
 * unless the objects already have their names in clusters.
 */
function namesFor({ deployment }: Source, layout: Layout, outer: JsonObject): Readonly<Record<string, string>> {
  const [scaffolded = {}] = objectsOf(layout.get(kustomizations.default)?.content);
  const [namespace, prefix] = ['namespace', 'namePrefix'].map((each) => textAt(outer, each));
  if (namespace !== '' || prefix !== '') return chosen(namespace!, prefix!);
  const namespaces = new Set(deployment.objects.map(({ object }) => textAt(object, 'metadata', 'namespace')));
  const others = [...namespaces].filter((each) => each !== '' && each !== 'system');
  const isNamed = deployment.workloads.some(({ built }) => built.declaredName !== nameOf(built.object));
  if (others.length === 0 && !isNamed) return chosen(textAt(scaffolded, 'namespace'), textAt(scaffolded, 'namePrefix'));
  return chosen(others.length === 1 ? others[0]! : '', '');
}

function chosen(namespace: string, namePrefix: string): Readonly<Record<string, string>> {
  return { ...(namespace !== '' && { namespace }), ...(namePrefix !== '' && { namePrefix }) };
}

/** Returns new kustomizations as they are written, with the scaffolded entries for their folders. */
export function composedToWrite(
  source: Source,
  layout: Layout,
  texts: ReadonlyMap<string, string>,
  changes: readonly ConfigChange[],
): readonly DesiredFile[] {
  const read = (path: string): string | undefined =>
    source.paths.includes(path) ? source.read(path) : layout.get(path)?.content;
  return [...texts].map(([path, text]) => {
    const changed = changes.find((each) => each.path === path)?.content ?? text;
    const scaffolded = layout.get(path)?.content;
    const isOwn = path === kustomizations.default || posix.dirname(path) === 'config/manager';
    const content = isOwn || scaffolded === undefined ? changed : withOthers(path, scaffolded, changed, read);
    return { path, content, ownership: 'scaffolded', ...(scaffolded !== undefined && { recordAs: scaffolded }) };
  });
}

/** Returns a scaffolded kustomization that lists additional files, unless it already includes their objects. */
function withOthers(
  path: string,
  scaffolded: string,
  text: string,
  read: (path: string) => string | undefined,
): string {
  const folder = posix.dirname(path);
  const known = listedIn(scaffolded);
  const present = new Set(objectsIncluded(folder, [...known, posix.basename(webhookFile)], read).map(kindAndName));
  const add = listedIn(text)
    .filter((entry) => !known.includes(entry))
    .filter((entry) => objectsIncluded(folder, [entry], read).every((object) => !present.has(kindAndName(object))));
  return mergeKustomization(scaffolded, { add }) ?? scaffolded;
}

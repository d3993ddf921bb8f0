import { posix } from 'node:path';
import { objectsIncluded } from '../../../output/kustomize/included-objects.js';
import { diagnostic, DiagnosticsError, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { overlay } from '../../../base/io/overlay.js';
import type { Plan } from '../../../output/plan/plan.js';
import type { Host } from '../../../base/io/host.js';
import { mappingAt, textAt } from '../../../base/model/json-at.js';
import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import { features, type Feature } from '../../../project/features.js';
import { kustomizations } from '../../../project/paths.js';
import type { Project } from '../../../project/project.js';

/** An object of a manifest that a feature consists of. */
type IsPart = (object: Part) => boolean;

interface Part {
  /** Its kind and its name, empty if they are not texts. */
  readonly kind: string;
  readonly name: string;
  readonly spec: JsonObject;
  /** Reports whether a selector selects the Pods of the operator, and its Services. */
  readonly selects: (selector: JsonValue | undefined) => boolean;
}

const parts: Readonly<Record<Feature, IsPart>> = {
  // Not objects of the cluster.
  agents: () => false,
  devcontainer: () => false,
  grafana: () => false,
  workflows: () => false,
  // Nothing is harmed by roles of the user for the same kinds.
  'helper-roles': () => false,
  'metrics-certs': ({ kind, name, spec }) =>
    kind === 'Certificate' && (name === 'metrics-certs' || spec['secretName'] === 'metrics-server-cert'),
  // Several policies for the same Pods add up, so that only the same one is in the way.
  'network-policy': ({ kind, name }) => kind === 'NetworkPolicy' && name === 'allow-metrics-traffic',
  // A Pod that has several budgets cannot be evicted.
  'pod-disruption-budget': ({ kind, spec, selects }) => kind === 'PodDisruptionBudget' && selects(spec['selector']),
  prometheus: ({ kind, spec, selects }) => kind === 'ServiceMonitor' && selects(spec['selector']),
};

/**
 * Returns the features that PROJECT enables, and those whose objects `config/default` has without it: a user has added
 * them.
 */
export function presentFeatures(host: Host, root: string, project: Project): readonly Feature[] {
  const present = partsOf(host, root, project).map(({ feature }) => feature);
  return features.filter((each) => project.features.includes(each) || present.includes(each));
}

/** Returns a warning for each of these features whose objects `config/default` still has after a plan is applied. */
export function stillIncluded(
  host: Host,
  root: string,
  { files }: Plan,
  [project, disabled]: readonly [Project, readonly Feature[]],
): readonly Diagnostic[] {
  const then = overlay(host, new Map(files.map(({ path, after }) => [posix.join(root, path), after])));
  return (disabled.length === 0 ? [] : partsOf(then, root, project))
    .filter(({ feature }) => disabled.includes(feature))
    .map(({ feature, kind, name }) => diagnostic('feature-still-included', { feature, object: `${kind} ${name}` }));
}

/** Returns the objects in `config/default` that features consist of. */
function partsOf(
  host: Host,
  root: string,
  project: Project,
): readonly { readonly feature: Feature; readonly kind: string; readonly name: string }[] {
  const labels = { 'app.kubernetes.io/name': project.projectName, 'control-plane': 'controller-manager' };
  const included = objectsIncluded('', [posix.dirname(kustomizations.default)], (path) => readable(host, root, path));
  const known = included.map(({ kind, metadata, spec }) => ({
    kind: textAt(kind),
    name: textAt(metadata, 'name'),
    spec: mappingAt(spec),
    selects: (selector: JsonValue | undefined) => selector !== undefined && isSelector(mappingAt(selector), labels),
  }));
  return known.flatMap((object) =>
    features
      .filter((each) => parts[each](object))
      .map((feature) => ({ feature, kind: object.kind, name: JSON.stringify(object.name) })),
  );
}

/** Returns the text of a file; undefined for a file that cannot be read, which contains no part that we know. */
function readable(host: Host, root: string, path: string): string | undefined {
  try {
    return host.read(posix.join(root, path));
  } catch (error) {
    if (error instanceof DiagnosticsError) return undefined;
    throw error;
  }
}

/** Reports whether a selector with labels alone selects objects that have these labels. */
function isSelector({ matchLabels, matchExpressions }: JsonObject, labels: Readonly<Record<string, string>>): boolean {
  const wanted = Object.entries(mappingAt(matchLabels));
  return matchExpressions === undefined && wanted.every(([key, value]) => labels[key] === value);
}

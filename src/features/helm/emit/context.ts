import { exactJson } from '../../../base/model/exact-json.js';
import { valueAt } from '../../../base/model/json-at.js';
import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import type { BuiltObject } from '../../../output/kustomize/build.js';
import { nameIn, resourceName, toNode, type ReleaseName } from './names.js';
import { isDeclared, isMetricsCertificate, suffixOf } from './origin.js';
import { goString } from './print-template.js';
import { WebhookOrigin } from './webhook-origin.js';
import { asMap, block, entry, map, nodeAt, text, code, withNode, type Entry, type Node } from './template.js';

/** Labels that Helm sets, which replace those for kustomize. */
const labelsOfHelm = new Set(['app.kubernetes.io/managed-by', 'app.kubernetes.io/instance', 'helm.sh/chart']);

/** The objects that are not in a template yet, and the expressions of a chart. */
export class ChartContext {
  /** The beginning of the names of its helpers. */
  readonly project: string;
  /** The expression for the namespace of the operator. */
  readonly namespaceCode: string;
  /** Whether cert-manager issues a certificate for the metrics. */
  readonly hasMetricsCertificate: boolean;
  /** Name of the service account in the objects of the manager. */
  #account = '';
  readonly webhooks: WebhookOrigin;
  #left: readonly BuiltObject[];
  readonly #all: readonly BuiltObject[];

  constructor(project: string, objects: readonly BuiltObject[], namespaceCode = '$.Release.Namespace') {
    this.project = project;
    this.namespaceCode = namespaceCode;
    this.#left = objects;
    this.#all = objects;
    this.webhooks = new WebhookOrigin(objects.map(({ object }) => object));
    this.hasMetricsCertificate = objects.some(({ object }) => isMetricsCertificate(object));
  }

  /** Takes the objects that satisfy a condition. */
  take(condition: (object: JsonObject, built: BuiltObject) => boolean): readonly JsonObject[] {
    const taken = this.#left.filter((each) => condition(each.object, each));
    this.#left = this.#left.filter((each) => !taken.includes(each));
    return taken.map(({ object }) => object);
  }

  /** Reports whether an object that is not in a template yet has the same name as another one. */
  isNamedByOthers(object: JsonObject): boolean {
    const name = valueAt(object, 'metadata', 'name');
    return typeof name === 'string' && this.#left.some((each) => exactJson(each.object).includes(name));
  }

  setServiceAccount(suffix: string): void {
    this.#account = suffix;
  }

  get serviceAccount(): string {
    return this.#account;
  }

  /** Returns a call of a template of `_helpers.tpl`. */
  helper(name: string, argument = '$'): string {
    return `include ${goString(`${this.project}.${name}`)} ${argument}`;
  }

  /** Whether the chart serves webhooks. */
  get hasWebhooks(): boolean {
    return this.webhooks.service !== undefined;
  }

  /** The suffix of the name of the Secret in which cert-manager stores the webhook certificate. */
  get certificateSecret(): string {
    const certificate = this.#all.find(({ object }) => isDeclared(object, 'Certificate', 'serving-cert'))?.object;
    return nameIn(valueAt(certificate, 'spec', 'secretName'))?.suffix ?? 'webhook-server-cert';
  }

  /**
   * Returns the suffix of the name of an object that its file declares with this name; the name itself if there is no
   * such object.
   */
  suffixFor(kind: string, declared: string): string {
    const found = this.#all.find(({ object }) => isDeclared(object, kind, declared))?.object;
    return found === undefined ? declared : suffixOf(found);
  }

  readonly nameCode = ({ kind, suffix }: Omit<ReleaseName, 'declared'>): string =>
    kind === 'ServiceAccount' && suffix === this.#account
      ? this.helper('serviceAccountName')
      : resourceName(this.project, { kind, suffix });

  node(value: JsonValue): Node {
    return toNode(value, this);
  }

  /** Returns an object with the labels of Helm. @param more further entries of its labels */
  labelled(object: Node, ...more: readonly Entry[]): Node {
    const { entries } = asMap(nodeAt(object, 'metadata', 'labels'));
    const own = entries.filter((each) => each.is !== 'entry' || !labelsOfHelm.has(each.key));
    return withNode(object, ['metadata', 'labels'], map(...own, block(this.helper('labels')), ...more));
  }

  /** Returns an object as a part of a template, with the labels of Helm. */
  template(object: JsonObject): Node {
    return this.labelled(this.node(object));
  }

  /** Returns a map with the label that selects the Pods of a release. */
  withInstance(object: Node, ...path: readonly string[]): Node {
    const { entries } = asMap(nodeAt(object, ...path));
    const others = entries.filter((each) => each.is !== 'entry' || each.key !== 'app.kubernetes.io/instance');
    return withNode(object, path, map(...others, entry('app.kubernetes.io/instance', text(code('$.Release.Name')))));
  }
}

import { textAt, valueAt } from '../../../base/model/json-at.js';
import { isObject, type JsonObject } from '../../../base/model/schema.js';
import { isCrd } from '../../../base/model/kubernetes-object.js';
import type { ChartContext } from './context.js';
import type { NamedTemplate } from './rbac.js';
import {
  asMap,
  entry,
  literal,
  map,
  nodeAt,
  text,
  code,
  when,
  withEntryAt,
  withNode,
  type Entry,
  type Node,
} from './template.js';

const injected = 'cert-manager.io/inject-ca-from';

/** Returns the templates of the CRDs. @param condition the condition under which they are rendered; empty for always */
export function crdTemplates(context: ChartContext, condition: string): readonly NamedTemplate[] {
  return context.take(isCrd).map((crd) => ({
    path: `crd/${textAt(valueAt(crd, 'metadata', 'name'))}.yaml`,
    documents: [{ object: crdNode(crd, context), when: condition }],
  }));
}

function crdNode(crd: JsonObject, context: ChartContext): Node {
  const converted = context.hasWebhooks && context.webhooks.isConverted(crd);
  const kept = when('$.Values.crd.keep', [entry('helm.sh/resource-policy', literal('keep'))]);
  let node = context.template(crd);
  const annotations = asMap(nodeAt(node, 'metadata', 'annotations')).entries.filter(
    (each) => !converted || each.is !== 'entry' || each.key !== injected,
  );
  const ca = converted ? [injectedCa(context)] : [];
  const all: readonly Entry[] = [...annotations, kept, ...ca];
  node = withAnnotations(
    node,
    all,
    annotations.length > 0,
    converted ? `or $.Values.crd.keep (${isInjected(context)})` : '$.Values.crd.keep',
  );
  if (!converted) return node;
  // Without the webhook, objects in versions other than the stored one could not be read.
  const conversion = nodeAt(node, 'spec', 'conversion') ?? map();
  const withBundle = withBundleOf(conversion, ['webhook', 'clientConfig'], context);
  return withEntryAt(node, ['spec'], 'conversion', when(context.helper('webhooks'), [entry('conversion', withBundle)]));
}

function withAnnotations(node: Node, entries: readonly Entry[], hasOwn: boolean, condition: string): Node {
  const all = entry('annotations', map(...entries));
  return hasOwn
    ? withNode(node, ['metadata', 'annotations'], all.value)
    : withEntryAt(node, ['metadata'], 'annotations', when(condition, [all]));
}

/** Condition under which cert-manager writes the CA of the webhooks into objects. */
export function isInjected(context: ChartContext): string {
  return `eq (${context.helper('certificate')}) "cert-manager"`;
}

/** Returns the annotation that makes cert-manager write the CA of the webhooks into an object. */
export function injectedCa(context: ChartContext): Entry {
  const certificate = context.nameCode({
    kind: 'Certificate',
    suffix: context.suffixFor('Certificate', 'serving-cert'),
  });
  return when(isInjected(context), [entry(injected, text(code(context.namespaceCode), '/', code(certificate)))]);
}

/** Adds the CA of an existing certificate to the configuration of a client. */
export function withBundleOf(node: Node, path: readonly string[], context: ChartContext): Node {
  const bundle = '$.Values.webhook.caBundle';
  const condition = `and ${bundle} (eq (${context.helper('certificate')}) "existing")`;
  const present = nodeAt(node, ...path);
  return present === undefined || (present.is === 'literal' && !isObject(present.value))
    ? node
    : withEntryAt(node, path, 'caBundle', when(condition, [entry('caBundle', text(code(bundle)))]));
}

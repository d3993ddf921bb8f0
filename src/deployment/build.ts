import { refusal, type Kubectl } from './cluster.js';
import { documentsOf, isConverted, isDefinition, type Document } from './manifests.js';

/** The default image in config/manager/manager.yaml. */
export const placeholder = 'controller:latest';

const placeholders = /^([ \t]*(?:- )?image: )controller:latest$/gm;

/** Reports whether manifests still have the default image, which is not published. */
export function hasPlaceholder(manifests: string): boolean {
  return manifests.search(placeholders) >= 0;
}

/** Builds the manifests of a folder. */
export function build(kubectl: Kubectl, folder: string): Promise<string> {
  return kubectl(['kustomize', folder]);
}

/** Builds the manifests of config/default with an image; never deploys another image instead. */
export async function buildOperator(kubectl: Kubectl, image: string): Promise<string> {
  const manifests = await build(kubectl, 'config/default');
  if (image === placeholder) return manifests;
  const replaced = manifests.replaceAll(placeholders, (_, key: string) => key + image);
  if (replaced === manifests) throw refusal(`config/default has no image ${placeholder} to replace with ${image}`);
  return replaced;
}

/**
 * Builds the CRDs and, if requested, the webhook configurations. Objects that make the API server call the operator are
 * taken from config/default, which has the name of its Service.
 */
export async function buildAPIs(kubectl: Kubectl, webhooks: boolean): Promise<readonly Document[]> {
  const definitions = documentsOf(await build(kubectl, 'config/crd'));
  if (!webhooks && !definitions.some(isConverted)) return definitions;
  const whole = documentsOf(await build(kubectl, 'config/default'));
  const named = definitions.map(
    (each) => whole.find(({ kind, name }) => kind === each.kind && name === each.name) ?? each,
  );
  return [...named, ...(webhooks ? whole.filter(isWebhookConfiguration) : [])];
}

/** Reports whether a document configures admission webhooks. */
export function isWebhookConfiguration({ kind }: Document): boolean {
  return kind.endsWith('WebhookConfiguration');
}

/** Reports whether an object makes the API server call webhooks. */
export function canCallWebhooks(document: Document): boolean {
  return isDefinition(document) || isWebhookConfiguration(document);
}

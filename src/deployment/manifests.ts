import { isYamlProblem, yamlDocument } from '../base/text/yaml-documents.js';

/** The fields of objects in manifests that the commands for a cluster and the tests in a cluster read. */
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly rules?: readonly { readonly nonResourceURLs?: readonly string[] }[];
  readonly spec?: {
    readonly group?: string;
    readonly conversion?: { readonly strategy?: string; readonly webhook?: { readonly clientConfig?: unknown } };
    readonly ports?: readonly { readonly port: number }[];
    readonly template?: {
      readonly spec: {
        readonly serviceAccountName?: string;
        readonly containers: readonly { readonly env?: readonly { readonly name: string }[] }[];
      };
    };
  };
  readonly webhooks?: readonly { readonly name: string; readonly clientConfig?: unknown }[];
}

/** An object printed by `kubectl kustomize`, and its text. */
export interface Document {
  readonly text: string;
  readonly object: Manifest;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** The API group of the object; for a CRD, that of its objects. */
  readonly group: string;
}

/** Splits the output of `kubectl kustomize`, in which only separators begin with `---`. */
export function documentsOf(manifests: string): readonly Document[] {
  return manifests
    .split(/^---[^\S\n]*\n/m)
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const object = objectIn(text);
      const { apiVersion, kind, metadata, spec } = object;
      const group = isDefinition(object) ? (spec?.group ?? '') : apiVersion.split('/').slice(0, -1).join('/');
      return { text: text.endsWith('\n') ? text : `${text}\n`, object, apiVersion, kind, name: metadata.name, group };
    });
}

/** @throws Error for text that is not YAML, which kubectl does not print */
function objectIn(text: string): Manifest {
  const document = yamlDocument(text);
  if (isYamlProblem(document)) throw new Error(`an object of kubectl kustomize cannot be read: ${document.message}`);
  const [problem] = document.errors;
  if (problem !== undefined) throw new Error(`an object of kubectl kustomize cannot be read: ${problem.message}`);
  return document.toJS() as Manifest;
}

/**
 * Joins documents into one text. It begins with a separator: kubectl up to 1.32 reads a text that begins with a brace
 * as JSON in full, and a document can be JSON.
 */
export function joined(documents: readonly { readonly text: string }[]): string {
  return documents.map(({ text }) => `---\n${text}`).join('');
}

/** Returns the documents of a kind. */
export function ofKind(documents: readonly Document[], kind: string): readonly Document[] {
  return documents.filter((each) => each.kind === kind);
}

/** Returns the names of the objects of a kind. */
export function namesOfKind(documents: readonly Document[], kind: string): readonly string[] {
  return ofKind(documents, kind).map(({ name }) => name);
}

/** Reports whether an object is a CRD. */
export function isDefinition({ kind }: { readonly kind: string }): boolean {
  return kind === 'CustomResourceDefinition';
}

/** Reports whether an object is a CRD whose objects the operator converts. */
export function isConverted({ object }: Document): boolean {
  return isDefinition(object) && object.spec?.conversion?.strategy === 'Webhook';
}

/** Webhooks that `make run WEBHOOK_URL=...` has redirected to a process outside of the cluster. */
interface Redirection {
  readonly kind: string;
  readonly name: string;
  readonly url: string;
  /** Their names; `conversion` for the webhook of a CRD. */
  readonly webhooks: readonly string[];
}

/**
 * Reads which webhooks are redirected. Each line has a kind, a name, and the annotation in which the process that is
 * called instead saved the previous addresses.
 */
export function redirectedIn(lines: string): readonly Redirection[] {
  return lines.split('\n').flatMap((line) => {
    const [, kind = '', name = '', redirect = ''] = /^(\S+)\s+(\S+)\s+(\{.*\})\s*$/.exec(line) ?? [];
    if (redirect === '') return [];
    const { url, clientConfigs } = JSON.parse(redirect) as { url: unknown; clientConfigs?: object };
    return [{ kind, name, url: String(url), webhooks: Object.keys(clientConfigs ?? {}) }];
  });
}

/** Returns the text of a webhook configuration or a CRD without the addresses of webhooks. */
export function withoutAddresses({ object }: Document, webhooks: readonly string[]): string {
  // In JSON, which kubectl reads as YAML, a string cannot become another type.
  return `${JSON.stringify(withoutClientConfigs(object, webhooks))}\n`;
}

function withoutClientConfigs(object: Manifest, names: readonly string[]): Manifest {
  const { spec, webhooks } = object;
  if (names.includes('conversion') && spec?.conversion !== undefined) {
    const webhook = { ...spec.conversion.webhook, clientConfig: undefined };
    return { ...object, spec: { ...spec, conversion: { ...spec.conversion, webhook } } };
  }
  if (webhooks === undefined) return object;
  return {
    ...object,
    webhooks: webhooks.map((each) => (names.includes(each.name) ? { ...each, clientConfig: undefined } : each)),
  };
}

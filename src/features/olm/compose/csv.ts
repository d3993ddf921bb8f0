import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import { exactJson } from '../../../base/model/exact-json.js';
import { objectAt, textAt, valueAt } from '../../../base/model/json-at.js';
import { withValue } from './parts.js';
import { displayName } from '../display-name.js';

/** Facts for a base ClusterServiceVersion, for users who have none. */
export interface BaseFacts {
  readonly packageName: string;
  readonly provider: string;
}

/** Returns a ClusterServiceVersion with placeholders for everything that only its author knows. */
export function baseVersion({ packageName, provider }: BaseFacts): JsonObject {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: {
      annotations: { capabilities: 'Basic Install' },
      name: `${packageName}.v0.0.0`,
      namespace: 'placeholder',
    },
    spec: {
      description: `The operator ${packageName}.`,
      displayName: displayName(packageName),
      keywords: [packageName],
      maturity: 'alpha',
      minKubeVersion: oldestKubernetes,
      provider: { name: provider },
    },
  };
}

/** The oldest version of Kubernetes that accepts everything that operator-gen generates. */
const oldestKubernetes = '1.30.0';

/** The inputs of a ClusterServiceVersion. */
export interface VersionInput {
  readonly base: JsonObject;
  readonly packageName: string;
  readonly version: string;
  readonly builder: string;
  readonly replaces?: string;
  readonly skips: readonly string[];
  readonly examples: readonly JsonObject[];
  readonly owned: readonly JsonObject[];
  readonly webhooks: readonly JsonObject[];
  readonly install: JsonObject;
  readonly relatedImages: readonly JsonObject[];
  /** Whether the operator can be limited to some namespaces. */
  readonly isLimited: boolean;
}

const layoutAnnotation = 'operators.operatorframework.io/project_layout';
const builderAnnotation = 'operators.operatorframework.io/builder';

/** Returns the name of a version of a package. */
export function versionName(packageName: string, version: string): string {
  return `${packageName}.v${version}`;
}

/** Returns the ClusterServiceVersion of a bundle, without its creation time. */
export function bundledVersion(input: VersionInput, layout: string): JsonObject {
  const { base, packageName, version, builder, examples, owned, webhooks, install, relatedImages } = input;
  const annotations = {
    ...objectAt(base, 'metadata', 'annotations'),
    'alm-examples': exactJson(examples, 2),
    [builderAnnotation]: builder,
    [layoutAnnotation]: layout,
  };
  const spec = objectAt(base, 'spec');
  const given = {
    ...(input.replaces !== undefined && { replaces: input.replaces }),
    ...(input.skips.length > 0 && { skips: input.skips }),
    ...(webhooks.length > 0 && { webhookdefinitions: webhooks }),
    ...(relatedImages.length > 0 && { relatedImages }),
  };
  const named = withValue(base, ['metadata', 'name'], versionName(packageName, version));
  const placed = withValue(named, ['metadata', 'namespace'], 'placeholder');
  return {
    ...withValue(placed, ['metadata', 'annotations'], annotations),
    spec: {
      ...spec,
      customresourcedefinitions: { ...objectAt(spec, 'customresourcedefinitions'), owned },
      install,
      installModes: installModes(spec, input),
      version,
      ...given,
    },
  };
}

const modes = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'];

function installModes(spec: JsonObject, { isLimited, webhooks }: VersionInput): JsonValue {
  const converts = webhooks.some((each) => textAt(each, 'type') === 'ConversionWebhook');
  const written = valueAt(spec, 'installModes');
  // A CRD has a single conversion webhook, for all namespaces.
  if (Array.isArray(written) && written.length > 0 && !converts) return written;
  return modes.map((type) => ({ type, supported: type === 'AllNamespaces' || (isLimited && !converts) }));
}

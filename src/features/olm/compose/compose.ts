import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../../base/diagnostics/has-errors.js';
import type { Kind } from '../../../base/model/kind.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { objectAt, objectsAt, textAt } from '../../../base/model/json-at.js';
import { bundleFolder, groupVersionOf } from '../bundle.js';
import { isSupportedKind } from '../rules/format-rules.js';
import { baseVersion, bundledVersion } from './csv.js';
import {
  accountOf,
  installedDeployment,
  installedMonitor,
  issuedSecrets,
  selfIssuedSecrets,
  watchesNamespaces,
} from './deployment.js';
import { relatedImages } from './images.js';
import { bundleAnnotations, bundleDockerfile, scorecardConfiguration } from './metadata.js';
import { placeholderProblems } from './operator-image.js';
import { isDefinition, ownedKinds } from './owned.js';
import { groupOf, isCrd, kindOf, nameOf, versionOf } from '../../../base/model/kubernetes-object.js';
import { isDeployment, withoutValue, withValue, type Part } from './parts.js';
import { takePermissions } from './permissions.js';
import { takeWebhooks } from './webhooks.js';

export interface ComposeOptions {
  readonly version: string;
  readonly channels?: readonly string[];
  readonly defaultChannel?: string;
  readonly replaces?: string;
  readonly skips: readonly string[];
  readonly useImageDigests: boolean;
}

export interface ComposeInput {
  /** All deployed objects, which can include a base ClusterServiceVersion, samples and the tests of scorecard. */
  readonly parts: readonly Part[];
  /** Samples in addition to those among the parts. */
  readonly samples: readonly JsonObject[];
  /** The base, if it is not among the parts. */
  readonly base?: JsonObject;
  /** The kinds of the sources, whose markers contain texts for the console. */
  readonly kinds?: readonly Kind[];
  readonly packageName: string;
  readonly provider: string;
  readonly options: ComposeOptions;
  readonly builder: string;
  readonly layout: string;
  /** The annotations of the existing bundle. */
  readonly annotations: JsonObject;
}

export interface ComposedBundle {
  /** The ClusterServiceVersion, without its creation time. */
  readonly csv: JsonObject;
  /** The other objects, by the names of their files in `manifests/`. */
  readonly manifests: ReadonlyMap<string, JsonObject>;
  readonly annotations: JsonObject;
  readonly scorecard: JsonObject;
  readonly dockerfile: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Creates a bundle from the objects that are deployed without OLM. */
export function composeBundle(input: ComposeInput): ComposedBundle {
  const { options, packageName, builder, layout } = input;
  const sorted = sortParts(input);
  const objects = sorted.deployments.map(({ object }) => object);
  const issued = issuedSecrets(input.parts);
  const webhooks = takeWebhooks(sorted.others, objects);
  const home = textAt(objects[0], 'metadata', 'namespace');
  const permissions = takePermissions(webhooks.rest, new Set(objects.map(accountOf)), home);
  const images = options.useImageDigests ? relatedImages(sorted.deployments) : { images: [], diagnostics: [] };
  const granted = [...permissions.namespaced, ...permissions.cluster].flatMap((each) => objectsAt(each, 'rules'));
  const definitions = input.parts.filter(isDefinition);
  const owned = ownedKinds(definitions, {
    entries: objectsAt(sorted.base, 'spec', 'customresourcedefinitions', 'owned'),
    ...{ rules: granted, kinds: input.kinds ?? [] },
  });
  const csv = bundledVersion(
    {
      ...{ base: sorted.base, packageName, builder, owned, webhooks: webhooks.definitions },
      ...{ version: options.version, skips: options.skips, relatedImages: images.images },
      ...(options.replaces !== undefined && { replaces: options.replaces }),
      examples: examplesOf(sorted.samples, owned),
      install: {
        strategy: 'deployment',
        spec: {
          ...(permissions.cluster.length > 0 && { clusterPermissions: permissions.cluster }),
          deployments: objects.map((each) => installedDeployment(each, issued)),
          ...(permissions.namespaced.length > 0 && { permissions: permissions.namespaced }),
        },
      },
      isLimited: objects.length > 0 && objects.every(watchesNamespaces),
    },
    layout,
  );
  const { files, diagnostics } = filesOf(permissions.rest, issued, selfIssuedSecrets(objects));
  const annotations = bundleAnnotations({ ...options, packageName, builder, layout, before: input.annotations });
  const problems = [
    ...(objects.length === 0 ? [diagnostic('bundle-without-deployment', {})] : []),
    ...[webhooks, permissions, images].flatMap((each) => each.diagnostics),
    ...diagnostics,
  ];
  return {
    ...{ csv, manifests: files, annotations: { annotations }, scorecard: sorted.scorecard },
    dockerfile: bundleDockerfile(annotations, bundleFolder),
    // If a bundle is not generated, none of its objects are installed.
    diagnostics: hasErrors(problems) ? problems : [...problems, ...placeholderProblems(sorted.deployments)],
  };
}

interface Sorted {
  readonly base: JsonObject;
  readonly deployments: readonly Part[];
  readonly samples: readonly JsonObject[];
  readonly scorecard: JsonObject;
  readonly others: readonly Part[];
}

const isVersion = ({ object }: Part): boolean => kindOf(object) === 'ClusterServiceVersion';
const isTests = ({ object }: Part): boolean => groupOf(object) === 'scorecard.operatorframework.io';

/** Separates the objects that have their own place in a bundle. OLM provides certificates and namespaces. */
function sortParts({ parts, samples, base, packageName, provider }: ComposeInput): Sorted {
  const definitions = parts.filter(isDefinition).map(({ object }) => object);
  const own = new Set(
    definitions.map((each) => `${textAt(each, 'spec', 'group')} ${textAt(each, 'spec', 'names', 'kind')}`),
  );
  const isSample = ({ object }: Part): boolean => own.has(`${groupOf(object)} ${kindOf(object)}`);
  const isLeftOut = ({ object }: Part): boolean =>
    groupOf(object) === 'cert-manager.io' || (kindOf(object) === 'Namespace' && groupOf(object) === '');
  const listed = parts.filter(isSample).map(({ object }) => object);
  return {
    base: parts.find(isVersion)?.object ?? base ?? baseVersion({ packageName, provider }),
    deployments: parts.filter(isDeployment),
    samples: listed.length > 0 ? listed : samples,
    scorecard: parts.find(isTests)?.object ?? scorecardConfiguration,
    others: parts.filter((each) => ![isVersion, isDeployment, isTests, isSample, isLeftOut].some((is) => is(each))),
  };
}

/** Returns the samples of the owned kinds. */
function examplesOf(samples: readonly JsonObject[], owned: readonly JsonObject[]): readonly JsonObject[] {
  return samples.filter((sample) => {
    const [group, version] = groupVersionOf(textAt(sample, 'apiVersion'));
    return owned.some(
      (each) =>
        textAt(each, 'kind') === kindOf(sample) &&
        textAt(each, 'version') === version &&
        textAt(each, 'name').endsWith(`.${group}`),
    );
  });
}

function filesOf(parts: readonly Part[], issued: ReadonlySet<string>, selfIssued: ReadonlySet<string>) {
  const files = new Map<string, JsonObject>();
  const diagnostics: Diagnostic[] = [];
  for (const { object, position } of parts) {
    const kind = kindOf(object);
    if (kind === 'Secret' && selfIssued.has(nameOf(object))) continue;
    if (!isSupportedKind(kind)) {
      diagnostics.push(diagnostic('unsupported-in-bundle', { kind, name: nameOf(object) }, position));
      continue;
    }
    let path = fileName(object);
    for (let number = 2; files.has(path); number += 1) path = fileName(object, `_${number}`);
    files.set(path, installed(object, issued));
  }
  return { files: new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1))), diagnostics };
}

/** Returns the name of the file of an object, as in operator-sdk. */
function fileName(object: JsonObject, end = ''): string {
  const parts = isCrd(object)
    ? [textAt(object, 'spec', 'group'), textAt(object, 'spec', 'names', 'plural')]
    : [nameOf(object), groupOf(object), versionOf(object), kindOf(object).toLowerCase()];
  const name = parts.filter((part) => part !== '').join('_');
  return `${name}${end}.yaml`.replaceAll(/[^\w.-]/g, '-');
}

/** Returns an object as OLM installs it, in any namespace. */
function installed(object: JsonObject, issued: ReadonlySet<string>): JsonObject {
  const placed = withoutValue(withoutValue(object, ['metadata', 'namespace']), ['status']);
  const annotations = Object.entries(objectAt(placed, 'metadata', 'annotations'));
  const kept = annotations.filter(([name]) => !name.startsWith('cert-manager.io/'));
  const plain =
    kept.length === annotations.length
      ? placed
      : withValue(placed, ['metadata', 'annotations'], kept.length === 0 ? undefined : Object.fromEntries(kept));
  return kindOf(object) === 'ServiceMonitor' ? installedMonitor(plain, issued) : plain;
}

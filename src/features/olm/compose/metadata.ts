import { objectAt } from '../../../base/model/json-at.js';
import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import { channelsAnnotation, defaultChannelAnnotation, packageAnnotation } from '../rules/format-rules.js';

const prefix = 'operators.operatorframework.io.';

export interface MetadataInput {
  readonly packageName: string;
  readonly channels?: readonly string[];
  readonly defaultChannel?: string;
  readonly builder: string;
  readonly layout: string;
  /** The annotations of the existing bundle. */
  readonly before: JsonObject;
}

/** The default channel of a bundle. */
const firstChannel = 'candidate';

/**
 * Returns the annotations of a bundle. Existing values that only the user knows are kept: the channels, and unknown
 * annotations.
 */
export function bundleAnnotations(input: MetadataInput): Readonly<Record<string, string>> {
  const { packageName, builder, layout, before } = input;
  const known = Object.fromEntries(
    Object.entries(before).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const channels = input.channels?.join(',') ?? known[channelsAnnotation] ?? input.defaultChannel ?? firstChannel;
  const { [defaultChannelAnnotation]: earlier, ...others } = known;
  // An earlier default channel has no effect if this bundle is not in it.
  const kept = earlier !== undefined && channels.split(',').includes(earlier) ? earlier : undefined;
  const defaultChannel = input.defaultChannel ?? kept;
  return {
    ...others,
    [`${prefix}bundle.mediatype.v1`]: 'registry+v1',
    [`${prefix}bundle.manifests.v1`]: 'manifests/',
    [`${prefix}bundle.metadata.v1`]: 'metadata/',
    [packageAnnotation]: packageName,
    [channelsAnnotation]: channels,
    ...(defaultChannel !== undefined && { [defaultChannelAnnotation]: defaultChannel }),
    [`${prefix}metrics.builder`]: builder,
    [`${prefix}metrics.mediatype.v1`]: 'metrics+v1',
    [`${prefix}metrics.project_layout`]: layout,
    [`${prefix}test.config.v1`]: 'tests/scorecard/',
    [`${prefix}test.mediatype.v1`]: 'scorecard+v1',
  };
}

/** Returns the Dockerfile of a bundle's image, which contains only files. */
export function bundleDockerfile(annotations: Readonly<Record<string, string>>, folder: string): string {
  const labels = Object.entries(annotations)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `LABEL ${quoted(name)}=${quoted(value)}`);
  const copies = ['manifests', 'metadata', 'tests/scorecard'].map((each) => `COPY ${folder}/${each} /${each}/`);
  return [`FROM scratch`, '', ...labels, '', ...copies, ''].join('\n');
}

/** Returns a text as a word of a Dockerfile in which nothing is expanded. */
function quoted(text: string): string {
  return /^[\w./,+-]+$/.test(text) ? text : JSON.stringify(text).replaceAll('$', String.raw`\$`);
}

const image = 'quay.io/operator-framework/scorecard-test:v1.42.0';
const tests: readonly (readonly [suite: string, test: string])[] = [
  ['basic', 'basic-check-spec'],
  ['olm', 'olm-bundle-validation'],
  ['olm', 'olm-crds-have-validation'],
  ['olm', 'olm-crds-have-resources'],
  ['olm', 'olm-spec-descriptors'],
  ['olm', 'olm-status-descriptors'],
];

/** The configuration of the built-in tests of operator-sdk. */
export const scorecardConfiguration: JsonObject = {
  apiVersion: 'scorecard.operatorframework.io/v1alpha3',
  kind: 'Configuration',
  metadata: { name: 'config' },
  stages: [
    {
      parallel: true,
      tests: tests.map(([suite, test]) => ({
        entrypoint: ['scorecard-test', test],
        image,
        labels: { suite, test: `${test}-test` },
        storage: { spec: { mountPath: {} } },
      })),
    },
  ],
};

/** Returns the annotations in the text of a file of annotations. */
export function annotationsIn(value: JsonValue | undefined): JsonObject {
  return objectAt(value, 'annotations');
}

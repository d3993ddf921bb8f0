import { choice, integer, list, object, record, string } from './argument.js';
import { kindMarker, type MarkerRefusal } from './marker.js';

/** Returns why a marker cannot set values to which an earlier marker, or operator-gen itself, gives other values. */
function otherValue(
  part: 'annotations' | 'labels',
  known: Readonly<Record<string, string>>,
  added: Readonly<Record<string, string>>,
): MarkerRefusal | undefined {
  if (part === 'annotations' && Object.hasOwn(added, 'operator-gen/version')) {
    const instead = 'remove the annotation';
    return { reason: 'operator-gen itself sets operator-gen/version', instead, at: [part, 'operator-gen/version'] };
  }
  const key = Object.keys(added).find((each) => Object.hasOwn(known, each) && known[each] !== added[each]);
  if (key === undefined) return undefined;
  const reason = `another marker sets ${key} to ${JSON.stringify(known[key])}`;
  return { reason, instead: 'keep one of the two', at: [part, key] };
}

export const kindMarkers = [
  kindMarker({
    name: 'Resource',
    kubebuilder: ['kubebuilder:resource'],
    emits: ['spec.group', 'spec.names', 'spec.scope', 'spec.versions[].name'],
    summary: 'Declares a class as a kind, with its group, version and names.',
    parameters: [
      {
        name: 'groupVersion',
        argument: object({
          group: { argument: string, summary: 'The API group.' },
          version: { argument: string, summary: 'The API version, such as `v1alpha1`.' },
        }),
      },
      {
        name: 'names',
        argument: object({
          kind: {
            argument: string,
            optional: true,
            summary: 'The kind; defaults to the name of the class. It is for kinds that cannot be the name of a class.',
          },
          plural: { argument: string, summary: 'The plural name in lower case, which URLs and kubectl use.' },
          singular: {
            argument: string,
            optional: true,
            summary: 'The singular name; defaults to the kind in lower case.',
          },
          listKind: {
            argument: string,
            optional: true,
            summary: 'The kind of a list of the objects; defaults to the kind with the suffix `List`.',
          },
          shortNames: { argument: list(string), optional: true, summary: 'Short names for kubectl.' },
          categories: {
            argument: list(string),
            optional: true,
            summary: 'The categories of the resource, such as `all`.',
          },
          scope: {
            argument: choice('Namespaced', 'Cluster'),
            optional: true,
            summary: 'The scope of the kind; defaults to `Namespaced`.',
          },
        }),
      },
    ],
    apply: (kind, [groupVersion, names]) => {
      Object.assign(kind, names);
      kind.groupVersion = groupVersion;
    },
  }),
  kindMarker({
    name: 'StatusSubresource',
    kubebuilder: ['kubebuilder:subresource:status'],
    emits: ['spec.versions[].subresources.status'],
    summary: 'Enables the status subresource, which gives the status its own endpoint and permissions.',
    parameters: [],
    apply: (kind) => void (kind.status = true),
  }),
  kindMarker({
    name: 'ScaleSubresource',
    kubebuilder: ['kubebuilder:subresource:scale'],
    emits: ['spec.versions[].subresources.scale'],
    summary: 'Enables the scale subresource, with which `kubectl scale` and autoscalers change the replicas.',
    parameters: [
      {
        name: 'paths',
        argument: object({
          specReplicasPath: { argument: string, summary: 'The JSON path of the desired replicas, below `.spec`.' },
          statusReplicasPath: { argument: string, summary: 'The JSON path of the actual replicas, below `.status`.' },
          labelSelectorPath: {
            argument: string,
            optional: true,
            summary: 'The JSON path of a label selector in string form, below `.status` or `.spec`.',
          },
        }),
      },
    ],
    apply: (kind, [paths]) => void (kind.scale = paths),
  }),
  kindMarker({
    name: 'PrintColumn',
    kubebuilder: ['kubebuilder:printcolumn'],
    emits: ['spec.versions[].additionalPrinterColumns'],
    summary: 'Adds a column to the output of `kubectl get`. The columns are in the order of the markers.',
    repeatable: true,
    parameters: [
      {
        name: 'column',
        argument: object({
          name: { argument: string, summary: 'The heading of the column.' },
          type: {
            argument: choice('string', 'integer', 'number', 'boolean', 'date'),
            summary: 'The type of the value, which determines how it is shown.',
          },
          jsonPath: { argument: string, summary: 'The JSON path of the value, such as `.spec.replicas`.' },
          description: { argument: string, optional: true, summary: 'The description of the column.' },
          format: { argument: string, optional: true, summary: 'An OpenAPI format that refines the type.' },
          priority: {
            argument: integer,
            optional: true,
            summary: 'The priority; columns with a priority other than 0 are shown only with `-o wide`.',
          },
        }),
      },
    ],
    apply: (kind, [column]) => void (kind.printColumns = [...kind.printColumns, column]),
  }),
  kindMarker({
    name: 'StorageVersion',
    summary: 'Selects this version as the storage version. A kind with several versions requires exactly one.',
    kubebuilder: ['kubebuilder:storageversion'],
    emits: ['spec.versions[].storage'],
    parameters: [],
    apply: (kind) => void (kind.storage = true),
  }),
  kindMarker({
    name: 'UnservedVersion',
    summary:
      'Stops serving this version to clients. Objects that are stored in it remain readable in the other versions.',
    kubebuilder: ['kubebuilder:unservedversion'],
    emits: ['spec.versions[].served'],
    parameters: [],
    apply: (kind) => void (kind.served = false),
  }),
  kindMarker({
    name: 'DeprecatedVersion',
    summary:
      'Marks this version as deprecated. Clients that use it receive the given warning, or a default from the API server.',
    kubebuilder: ['kubebuilder:deprecatedversion'],
    emits: ['spec.versions[].deprecated', 'spec.versions[].deprecationWarning'],
    parameters: [{ name: 'warning', argument: string, optional: true }],
    apply: (kind, [warning]) => void (kind.deprecated = warning === undefined ? {} : { warning }),
  }),
  kindMarker({
    name: 'SkipVersion',
    summary: 'Omits this version from the CustomResourceDefinition.',
    kubebuilder: ['kubebuilder:skipversion'],
    emits: [],
    parameters: [],
    apply: (kind) => void (kind.skipped = true),
  }),
  kindMarker({
    name: 'SelectableField',
    summary: 'Makes a field available to field selectors, as in `kubectl get --field-selector`.',
    kubebuilder: ['kubebuilder:selectablefield'],
    emits: ['spec.versions[].selectableFields'],
    repeatable: true,
    parameters: [{ name: 'jsonPath', argument: string }],
    apply: (kind, [jsonPath]) => void (kind.selectableFields = [...kind.selectableFields, jsonPath]),
  }),
  kindMarker({
    name: 'Metadata',
    summary: 'Adds annotations and labels to the CustomResourceDefinition.',
    kubebuilder: ['kubebuilder:metadata'],
    emits: ['metadata.annotations', 'metadata.labels'],
    repeatable: true,
    parameters: [
      {
        name: 'metadata',
        argument: object({
          annotations: { argument: record(string), optional: true, summary: 'Annotations by key.' },
          labels: { argument: record(string), optional: true, summary: 'Labels by key.' },
        }),
      },
    ],
    apply: (kind, [{ annotations = {}, labels = {} }]) => {
      if (Object.keys(annotations).length + Object.keys(labels).length === 0) {
        const instead = "write: annotations: { 'example.com/team': 'storefront' }, or remove the marker";
        return { reason: 'it has neither annotations nor labels', instead };
      }
      const refusal =
        otherValue('annotations', kind.annotations, annotations) ?? otherValue('labels', kind.labels, labels);
      kind.annotations = { ...kind.annotations, ...annotations };
      kind.labels = { ...kind.labels, ...labels };
      return refusal;
    },
  }),
];

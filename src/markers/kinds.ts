import { choice, integer, list, object, record, string } from './argument.js';
import { kindMarker } from './marker.js';

export const kindMarkers = [
  kindMarker({
    name: 'Resource',
    kubebuilder: ['kubebuilder:resource'],
    emits: ['spec.group', 'spec.names', 'spec.scope', 'spec.versions[].name'],
    summary: 'Makes a class a kind: the group and version that it belongs to, and its names.',
    parameters: [
      {
        name: 'groupVersion',
        argument: object({
          group: { argument: string, summary: 'The API group.' },
          version: { argument: string, summary: 'The version, such as `v1alpha1`.' },
        }),
      },
      {
        name: 'names',
        argument: object({
          plural: { argument: string, summary: 'The name in URLs and for kubectl, lower case.' },
          singular: { argument: string, optional: true, summary: 'The kind in lower case, unless said otherwise.' },
          shortNames: { argument: list(string), optional: true, summary: 'Abbreviations for kubectl.' },
          categories: { argument: list(string), optional: true, summary: 'Groups of resources, such as `all`.' },
          scope: {
            argument: choice('Namespaced', 'Cluster'),
            optional: true,
            summary: 'Whether objects live in a namespace, which they do unless said otherwise.',
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
    summary: 'Gives the status an endpoint and permissions of its own.',
    parameters: [],
    apply: (kind) => void (kind.status = true),
  }),
  kindMarker({
    name: 'ScaleSubresource',
    kubebuilder: ['kubebuilder:subresource:scale'],
    emits: ['spec.versions[].subresources.scale'],
    summary: 'Lets `kubectl scale` and autoscalers change the replicas.',
    parameters: [
      {
        name: 'paths',
        argument: object({
          specReplicasPath: { argument: string, summary: 'JSON path to the desired replicas, below `.spec`.' },
          statusReplicasPath: { argument: string, summary: 'JSON path to the actual replicas, below `.status`.' },
          labelSelectorPath: {
            argument: string,
            optional: true,
            summary: 'JSON path to a label selector in text form, below `.status` or `.spec`.',
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
    summary: 'A column of `kubectl get`, in the order of the markers.',
    repeatable: true,
    parameters: [
      {
        name: 'column',
        argument: object({
          name: { argument: string, summary: 'The heading.' },
          type: {
            argument: choice('string', 'integer', 'number', 'boolean', 'date'),
            summary: 'How the value is shown.',
          },
          jsonPath: { argument: string, summary: 'Where the value stands, such as `.spec.replicas`.' },
          description: { argument: string, optional: true, summary: 'What the column means.' },
          format: { argument: string, optional: true, summary: 'An OpenAPI format that refines the type.' },
          priority: { argument: integer, optional: true, summary: 'Above 0: shown by `-o wide` only.' },
        }),
      },
    ],
    apply: (kind, [column]) => void (kind.printColumns = [...kind.printColumns, column]),
  }),
  kindMarker({
    name: 'StorageVersion',
    summary: 'Objects are stored in this version. With several versions, one of them has to say so.',
    kubebuilder: ['kubebuilder:storageversion'],
    emits: ['spec.versions[].storage'],
    parameters: [],
    apply: (kind) => void (kind.storage = true),
  }),
  kindMarker({
    name: 'UnservedVersion',
    summary: 'Clients can no longer use this version; objects that are stored in it stay readable through the others.',
    kubebuilder: ['kubebuilder:unservedversion'],
    emits: ['spec.versions[].served'],
    parameters: [],
    apply: (kind) => void (kind.served = false),
  }),
  kindMarker({
    name: 'DeprecatedVersion',
    summary: 'Clients that use this version are warned, with this sentence or with one of the API server.',
    kubebuilder: ['kubebuilder:deprecatedversion'],
    emits: ['spec.versions[].deprecated', 'spec.versions[].deprecationWarning'],
    parameters: [{ name: 'warning', argument: string, optional: true }],
    apply: (kind, [warning]) => void (kind.deprecated = warning === undefined ? {} : { warning }),
  }),
  kindMarker({
    name: 'SkipVersion',
    summary: 'Leaves this version out of the CustomResourceDefinition.',
    kubebuilder: ['kubebuilder:skipversion'],
    emits: [],
    parameters: [],
    apply: (kind) => void (kind.skipped = true),
  }),
  kindMarker({
    name: 'SelectableField',
    summary: 'Lets field selectors, as in `kubectl get --field-selector`, name this field.',
    kubebuilder: ['kubebuilder:selectablefield'],
    emits: ['spec.versions[].selectableFields'],
    repeatable: true,
    parameters: [{ name: 'jsonPath', argument: string }],
    apply: (kind, [jsonPath]) => void (kind.selectableFields = [...kind.selectableFields, jsonPath]),
  }),
  kindMarker({
    name: 'Metadata',
    summary: 'Annotations and labels of the CustomResourceDefinition itself.',
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
    apply: (kind, [{ annotations, labels }]) => {
      kind.annotations = { ...kind.annotations, ...annotations };
      kind.labels = { ...kind.labels, ...labels };
    },
  }),
];

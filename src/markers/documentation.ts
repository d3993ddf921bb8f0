import { choice, json, object, string } from './argument.js';
import { schemaMarker } from './marker.js';

export const documentationMarkers = [
  schemaMarker({
    name: 'Title',
    summary: 'A short name for people; forms that are made from the schema show it.',
    kubebuilder: ['kubebuilder:title'],
    emits: ['title'],
    target: 'any',
    parameters: [{ name: 'title', argument: string }],
    apply: (schema, [title]) => void (schema.title = title),
  }),
  schemaMarker({
    name: 'ExternalDocs',
    summary: 'Where more is written.',
    kubebuilder: ['kubebuilder:externalDocs'],
    emits: ['externalDocs'],
    target: 'any',
    parameters: [
      {
        name: 'docs',
        argument: object({
          url: { argument: string, summary: 'Address of the page.' },
          description: { argument: string, optional: true, summary: 'What the page is about.' },
        }),
      },
    ],
    apply: (schema, [docs]) => {
      if (!URL.canParse(docs.url)) {
        return {
          reason: `${JSON.stringify(docs.url)} is not a URL`,
          instead: "write: url: 'https://example.com/docs'",
        };
      }
      schema.externalDocs = docs;
      return undefined;
    },
  }),
  schemaMarker({
    name: 'Descriptions',
    summary: 'What becomes of the descriptions of a field or type and of everything below it.',
    kubebuilder: [],
    emits: [],
    target: 'any',
    parameters: [{ name: 'policy', argument: choice('keep', 'first-sentence', 'drop') }],
    apply: (schema, [policy]) => void (schema.descriptions = policy),
  }),
  schemaMarker({
    name: 'Example',
    tag: 'exampleValue',
    summary: 'A value that a user could write.',
    kubebuilder: ['kubebuilder:example'],
    emits: ['example'],
    target: 'any',
    parameters: [{ name: 'value', argument: json }],
    apply: (schema, [value]) => void (schema.example = value),
  }),
];

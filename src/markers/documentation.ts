import { json, object, string } from './argument.js';
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
      if (!URL.canParse(docs.url)) return `${docs.url} is no URL`;
      schema.externalDocs = docs;
      return undefined;
    },
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

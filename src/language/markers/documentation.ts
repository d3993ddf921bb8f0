import { choiceOrCount, json, object, string } from './argument.js';
import { schemaMarker } from './marker.js';

/** The fields of a link to documentation. */
export const externalDocsFields = {
  url: { argument: string, summary: 'The URL of the page.' },
  description: { argument: string, optional: true, summary: 'The description of the page.' },
} as const;

export const documentationMarkers = [
  schemaMarker({
    name: 'Title',
    summary: 'Sets a human-readable name, which forms that are generated from the schema can show.',
    kubebuilder: ['kubebuilder:title'],
    emits: ['title'],
    target: 'any',
    parameters: [{ name: 'title', argument: string }],
    apply: (schema, [title]) => {
      if (title === '') return { reason: 'the title is empty', instead: 'write a name, or remove the marker' };
      schema.title = title;
      return undefined;
    },
  }),
  schemaMarker({
    name: 'ExternalDocs',
    summary: 'Adds a link to external documentation.',
    kubebuilder: ['kubebuilder:externalDocs'],
    emits: ['externalDocs'],
    target: 'any',
    parameters: [
      {
        name: 'docs',
        argument: object(externalDocsFields),
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
    summary:
      'Keeps, shortens or drops the descriptions of a field or type and of everything below it. A number is the maximum size of each description, in bytes.',
    kubebuilder: [],
    emits: [],
    target: 'any',
    parameters: [{ name: 'policy', argument: choiceOrCount('keep', 'first-sentence', 'drop') }],
    apply: (schema, [policy]) => void (schema.descriptions = policy),
  }),
  schemaMarker({
    name: 'Example',
    tag: 'exampleValue',
    summary: 'Sets an example of a valid value.',
    kubebuilder: ['kubebuilder:example'],
    emits: ['example'],
    target: 'any',
    parameters: [{ name: 'value', argument: json }],
    apply: (schema, [value]) => void (schema.example = value),
  }),
];

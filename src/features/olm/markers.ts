import { boolean, integer, list, object, string } from '../../language/markers/argument.js';
import { kindMarker, schemaMarker, type MarkerRefusal } from '../../language/markers/marker.js';

const prefix = 'urn:alm:descriptor:';
const owned = 'spec.customresourcedefinitions.owned[]';

/** Rejects an empty display name. */
function emptyName(displayName: string | undefined): MarkerRefusal | undefined {
  if (displayName === undefined || displayName.trim() !== '') return undefined;
  const instead = "write a name for users, such as 'Pods', or leave it out";
  return { reason: 'displayName is empty', instead, at: ['displayName'] };
}

/** Markers for the console of OLM, which affect bundles, but never a CRD. */
export const consoleMarkers = [
  schemaMarker({
    name: 'Csv',
    summary:
      'Sets how the console of OLM shows a field in the spec or status: its name, its control and its place. It affects bundles, but no CRD.',
    kubebuilder: ['operator-sdk:csv:customresourcedefinitions'],
    emits: [],
    inBundle: [`${owned}.specDescriptors`, `${owned}.statusDescriptors`],
    target: 'any',
    parameters: [
      {
        name: 'texts',
        argument: object({
          displayName: {
            argument: string,
            optional: true,
            summary: 'The name for users; defaults to the words in the name of the field.',
          },
          descriptors: {
            argument: list(string),
            optional: true,
            summary:
              'The `x-descriptors`, instead of those derived from the name and the type, such as `urn:alm:descriptor:com.tectonic.ui:podCount`.',
          },
          order: {
            argument: integer,
            optional: true,
            summary: 'The position among the fields, in ascending order; fields without it come last.',
          },
          hidden: { argument: boolean, optional: true, summary: 'Whether the console hides the field.' },
        }),
      },
    ],
    apply: (schema, [texts]) => {
      const wrong = texts.descriptors?.find((each) => !each.startsWith(prefix) || each === prefix);
      if (wrong !== undefined) {
        const reason = `${JSON.stringify(wrong)} is not a descriptor: it does not begin with ${prefix}`;
        const instead = `write the whole name, such as '${prefix}com.tectonic.ui:podCount'`;
        return { reason, instead, at: ['descriptors'] };
      }
      schema.inConsole = texts;
      return emptyName(texts.displayName);
    },
  }),
  kindMarker({
    name: 'CsvKind',
    summary:
      'Sets how the console of OLM shows a version of a kind: its name, its resources and its place. It affects bundles, but no CRD.',
    kubebuilder: [],
    emits: [],
    inBundle: [`${owned}.displayName`, `${owned}.resources`],
    parameters: [
      {
        name: 'texts',
        argument: object({
          displayName: {
            argument: string,
            optional: true,
            summary: 'The name for users; defaults to the words in the name of the kind.',
          },
          resources: {
            argument: list(
              object({
                kind: { argument: string, summary: 'The kind, such as `Deployment`.' },
                version: { argument: string, summary: 'The group and the version, such as `apps/v1`.' },
                name: {
                  argument: string,
                  optional: true,
                  summary: 'The name of the object, if it is always the same.',
                },
              }),
            ),
            optional: true,
            summary:
              'The resources that an object of the kind consists of; defaults to those that the operator is allowed to create.',
          },
          order: {
            argument: integer,
            optional: true,
            summary: 'The position among the kinds, in ascending order; kinds without it come last.',
          },
        }),
      },
    ],
    apply: (kind, [texts]) => {
      if (texts.resources?.some((each) => each.kind === '' || each.version === '')) {
        const instead = "write both, such as { kind: 'Deployment', version: 'apps/v1' }";
        return { reason: 'a resource has an empty kind or version', instead, at: ['resources'] };
      }
      if (Object.keys(texts).length === 0) {
        return { reason: 'it says nothing', instead: "write: displayName: 'Web server', or remove the marker" };
      }
      kind.inConsole = texts;
      return emptyName(texts.displayName);
    },
  }),
];

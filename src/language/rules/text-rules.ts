import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Kind } from '../../base/model/kind.js';
import type { Model } from '../../base/model/model.js';
import { emittedName, type Keyword } from '../../base/model/schema.js';
import { problem, type Rule } from './visit.js';

/**
 * Characters of a text that kustomize does not preserve when it reads a text again: those that YAML does not allow,
 * except the ones for which JSON has escapes; unpaired surrogates; and U+0085, which becomes a space.
 */
const unreadable = /[\u007f-\u009f\ufffe\uffff\p{Cs}]/u;

/** Fields that are visited separately, or that are not a part of the output. */
const others: ReadonlySet<string> = new Set([
  ...['properties', 'items', 'additionalProperties', 'origins', 'position', 'schema', 'versions', 'objectFields'],
  ...['descriptions', 'inConsole', 'choices', 'keys', 'firstBranch'],
]);

const places: ReadonlySet<string> = new Set(['position', 'origins']);

/** Reports texts of a schema, and names of fields, that a kustomization cannot deploy unchanged. */
export const textRules: readonly Rule[] = [
  function* texts(visit) {
    for (const [keyword, value] of Object.entries(visit.schema)) {
      const character = others.has(keyword) ? undefined : characterIn(value);
      if (character === undefined) continue;
      const what = `${emittedName(keyword as Keyword)} of ${visit.field}`;
      yield problem('unreadable-text', visit, keyword as Keyword, { what, character });
    }
    for (const { name, position = visit.position } of visit.schema.properties ?? []) {
      const character = characterIn(name);
      const what = `the name of ${visit.field}.${name}`;
      if (character !== undefined) yield diagnostic('unreadable-text', { what, character }, position);
    }
  },
];

/** Reports such texts of a kind that are not in its schemas. */
export function verifyKindTexts(kind: Kind): readonly Diagnostic[] {
  const [latest] = kind.versions;
  const parts = [
    { part: kind, position: latest!.position },
    ...kind.versions.map((part) => ({ part, position: part.position })),
  ];
  return parts.flatMap(({ part, position }) => inFields(part, kind.kind, position));
}

/** Reports such texts of permissions and webhooks. */
export function verifyTexts({ rbac, webhooks, webhookConfigurations }: Model): readonly Diagnostic[] {
  return [
    ...rbac.flatMap((each) => inFields(each, 'a permission', each.position)),
    ...[...webhooks, ...webhookConfigurations].flatMap((each) => inFields(each, 'a webhook', each.position)),
  ];
}

function inFields(part: object, owner: string, position: Diagnostic['position']): readonly Diagnostic[] {
  return Object.entries(part).flatMap(([name, value]) => {
    const character = others.has(name) ? undefined : characterIn(value);
    return character === undefined
      ? []
      : [diagnostic('unreadable-text', { what: `${name} of ${owner}`, character }, position)];
  });
}

/** Returns the first such character in any text of a value, as in `U+007F`. */
function characterIn(value: unknown): string | undefined {
  if (typeof value === 'string') {
    const [found] = unreadable.exec(value) ?? [];
    return found && `U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, each] of Object.entries(value)) {
    const found = places.has(key) ? undefined : (characterIn(key) ?? characterIn(each));
    if (found !== undefined) return found;
  }
  return undefined;
}

import { posix } from 'node:path';
import { isMap, isNode, isSeq, type Node } from 'yaml';
import { placeOf } from '../merge/text.js';
import { isYamlProblem, yamlDocuments } from '../merge/yaml-documents.js';
import { listAt, textAt, textsAt } from '../model/json-at.js';
import type { Position } from '../model/position.js';
import type { JsonValue } from '../model/schema.js';
import { webhooksIn } from './webhook.js';

/** A patch that selects a webhook by its index, which another webhook has now. */
export interface MovedWebhookPatch {
  /** The index as it is written, such as `/webhooks/1`. */
  readonly index: string;
  /** The present indexes of the webhooks that had this index, in words. */
  readonly place: string;
  readonly position: Position;
}

/** A JSON patch has `/webhooks/1`, a replacement `webhooks.1`. */
const indexForm = /(?:\/webhooks\/|\bwebhooks\.)(\d{1,4})(?!\d)/g;

/** A text with a patch, and the kind of what it changes; empty if it can be any. */
interface Patch {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly kind: string;
}

/**
 * Returns the patches of kustomizations that change another webhook with the new manifest than with the old one.
 * @param texts the YAML files of `config/` by their paths
 */
export function movedWebhookPatches(
  texts: ReadonlyMap<string, string>,
  before: string | undefined,
  after: string | undefined,
): readonly MovedWebhookPatch[] {
  const moved = movedWebhooks(before, after);
  if (moved.size === 0) return [];
  const found = new Map<string, MovedWebhookPatch>();
  for (const { path, from, to, kind } of [...texts.keys()].flatMap((each) => patchesIn(each, texts))) {
    const text = texts.get(path)!;
    for (const match of text.slice(from, to).matchAll(indexForm)) {
      const offset = from + match.index;
      if (isComment(text, offset)) continue;
      const places = [...moved].flatMap(([of, indexes]) =>
        canBe(kind, of) ? (indexes.get(Number(match[1])) ?? []) : [],
      );
      if (places.length === 0) continue;
      const position = { file: path, ...placeOf(text, offset) };
      found.set(`${path}:${offset}`, { index: match[0], place: places.join('; '), position });
    }
  }
  return [...found.values()];
}

/** Returns where each webhook is whose index has another one, by the kinds of the configurations and the indexes. */
function movedWebhooks(
  before: string | undefined,
  after: string | undefined,
): ReadonlyMap<string, ReadonlyMap<number, string>> {
  const moved = new Map<string, Map<number, string>>();
  if (before === after) return moved;
  const now = webhooksIn(after);
  for (const [of, webhooks] of webhooksIn(before))
    for (const [index, webhook] of webhooks.entries()) {
      const others = now.get(of) ?? [];
      if (isSame(webhook, others[index])) continue;
      const place = others.findIndex((each) => nameOf(each) === nameOf(webhook));
      const where = place < 0 ? `is not in the ${of}` : `is /webhooks/${place} in the ${of}`;
      moved.set(of, (moved.get(of) ?? new Map<number, string>()).set(index, `${nameOf(webhook)} ${where}`));
    }
  return moved;
}

/** Reports whether two webhooks are the same one, which can have another name now. */
function isSame(one: JsonValue, other: JsonValue | undefined): boolean {
  const resources = (each: JsonValue): string =>
    JSON.stringify(listAt(each, 'rules').map((rule) => textsAt(rule, 'resources')));
  return other !== undefined && (nameOf(one) === nameOf(other) || resources(one) === resources(other));
}

function nameOf(webhook: JsonValue): string {
  return textAt(webhook, 'name');
}

/** A target can be an expression. */
function canBe(kind: string, of: string): boolean {
  return kind === '' || kind === of || /\W/.test(kind);
}

function isComment(text: string, offset: number): boolean {
  return /^\s*#/.test(text.slice(text.lastIndexOf('\n', offset) + 1, offset));
}

/** Returns the patches of a kustomization: inline ones, those in other files, and its replacements. */
function patchesIn(path: string, texts: ReadonlyMap<string, string>): readonly Patch[] {
  const text = texts.get(path)!;
  if (!/patches|replacements/.test(text)) return [];
  const documents = yamlDocuments(text);
  if (isYamlProblem(documents)) return [];
  return documents
    .filter(({ errors }) => errors.length === 0)
    .flatMap((document) => {
      const patches = ['patches', 'patchesJson6902'].flatMap((key) => entriesOf(document.get(key)));
      const replacements = entriesOf(document.get('replacements'));
      const targets = replacements.flatMap((each) => (isMap(each) ? entriesOf(each.get('targets')) : []));
      return [
        ...patches.flatMap((each) => patchOf(path, each, 'target', texts)),
        ...targets.flatMap((each) => patchOf(path, each, 'select', texts)),
        ...replacements.flatMap((each) => (isMap(each) ? sourceOf(path, each.get('source')) : [])),
      ];
    });
}

function entriesOf(list: unknown): readonly Node[] {
  return isSeq(list) ? list.items.filter(isNode) : [];
}

function patchOf(path: string, entry: Node, key: string, texts: ReadonlyMap<string, string>): readonly Patch[] {
  const value = entry.toJSON() as JsonValue;
  const kind = textAt(value, key, 'kind');
  const file = textAt(value, 'path') && posix.join(posix.dirname(path), textAt(value, 'path'));
  const other = texts.get(file);
  return other === undefined ? rangeOf(path, entry, kind) : [{ path: file, from: 0, to: other.length, kind }];
}

function sourceOf(path: string, source: unknown): readonly Patch[] {
  return isMap(source) ? rangeOf(path, source, textAt(source.toJSON() as JsonValue, 'kind')) : [];
}

function rangeOf(path: string, { range }: Node, kind: string): readonly Patch[] {
  return range ? [{ path, from: range[0], to: range[1], kind }] : [];
}

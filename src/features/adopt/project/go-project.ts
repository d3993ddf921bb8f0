import { isMap, LineCounter } from 'yaml';
import { objectAt, objectsAt, own, textAt, textsAt } from '../../../base/model/json-at.js';
import { refuse } from '../reporting.js';
import { isYamlProblem, yamlDocument } from '../../../base/text/yaml-documents.js';
import { placeOf } from '../../../base/text/text.js';
import type { Position } from '../../../base/model/position.js';
import { isObject, type JsonObject, type JsonValue } from '../../../base/model/schema.js';
import { projectFile } from '../../../project/paths.js';
import { positionAt, positionsIn, type PositionOf } from '../../../project/yaml-position.js';
import { goLayoutOf, type Language } from './go-layout.js';
import { imagesIn, type GoImage } from './images.js';
import type { Source } from '../source.js';

/** A resource as a Go project lists it. */
export interface GoResource {
  readonly group: string;
  readonly domain: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly from: 'own' | 'core' | 'external';
  readonly hasTypes: boolean;
  /** The package with its types. */
  readonly path: string;
  readonly controllers: readonly string[];
  readonly webhooks: JsonObject | undefined;
  readonly position: Position;
  /** Returns the position of a value in its entry. */
  readonly positionOf: PositionOf;
}

/** PROJECT of a Go project. */
export interface GoProject {
  readonly domain: string;
  readonly projectName: string;
  readonly repo: string;
  readonly multigroup: boolean;
  readonly namespaced: boolean;
  readonly language: Language;
  readonly resources: readonly GoResource[];
  /** Entries that name no kind or no version. */
  readonly incomplete: readonly { readonly lacks: 'kind' | 'version'; readonly position: Position }[];
  readonly images: readonly GoImage[];
  /** The keys of plugins, with their positions. */
  readonly plugins: readonly { readonly name: string; readonly position: Position }[];
  readonly position: Position;
}

/** The plugin that scaffolds controllers which run Pods of an image. */
export const imagePlugin = 'deploy-image.go.kubebuilder.io/v1-alpha';

/**
 * Reads PROJECT of a Go project; undefined if there is none.
 * @throws DiagnosticsError if a program other than kubebuilder or operator-sdk wrote it, or it is invalid
 */
export function goProjectIn(source: Source): GoProject | undefined {
  const file = source.shown(projectFile);
  if (source.skipped.includes(projectFile))
    refuse('go-project-unreadable', { reason: 'it is a link or a special file' }, { file, line: 1, column: 1 });
  const text = source.paths.includes(projectFile) ? source.read(projectFile) : undefined;
  if (text === undefined) return undefined;
  const { raw, at } = parsed(file, text);
  const { language, isPlain } = goLayoutOf(raw, at);
  const plugins = Object.keys(objectAt(raw, 'plugins'));
  const entries = entriesOf(raw, at);
  if (own(raw, 'resources') !== undefined && !Array.isArray(raw['resources']))
    refuse('go-project-unreadable', { reason: 'resources is not a list' }, at('resources'));
  return {
    domain: textAt(raw, 'domain'),
    projectName: textAt(raw, 'projectName'),
    repo: textAt(raw, 'repo'),
    multigroup: raw['multigroup'] === true,
    namespaced: raw['namespaced'] === true,
    language,
    resources: entries.flatMap(({ entry, lacks, atEntry }) => {
      if (lacks !== undefined) return [];
      const listed = isPlain || isPlainEntry(entry) ? { domain: raw['domain'] ?? '', api: {}, ...entry } : entry;
      const found = resourceOf(listed, atEntry);
      return language === 'go' || !found.hasTypes ? found : { ...found, controllers: [found.kind.toLowerCase()] };
    }),
    incomplete: entries.flatMap(({ lacks, atEntry }) => (lacks === undefined ? [] : [{ lacks, position: atEntry() }])),
    images: imagesIn(objectAt(raw, 'plugins', imagePlugin)),
    plugins: plugins.map((name) => ({ name, position: at('plugins', name) })),
    position: at(),
  };
}

/** Returns the entries of resources, with the missing parts of their names. */
function entriesOf(raw: JsonObject, at: PositionOf) {
  const list = own(raw, 'resources');
  return (Array.isArray(list) ? list : []).map((value: JsonValue, index) => {
    const entry = isObject(value) ? value : {};
    return {
      entry,
      lacks: (['kind', 'version'] as const).find((key) => own(entry, key) === undefined || own(entry, key) === null),
      atEntry: (...path: readonly (string | number)[]) => at('resources', index, ...path),
    };
  });
}

const plainKeys = new Set(['group', 'version', 'kind', 'crdVersion', 'webhookVersion']);

/** Reports whether an entry has only the names of a kind, as PROJECT of the first releases of version 3 does. */
function isPlainEntry(entry: JsonObject): boolean {
  return Object.keys(entry).every((key) => plainKeys.has(key));
}

function parsed(file: string, text: string): { readonly raw: JsonObject; readonly at: PositionOf } {
  const lines = new LineCounter();
  const document = yamlDocument(text, { version: '1.1', lineCounter: lines });
  if (isYamlProblem(document))
    return refuse('go-project-unreadable', { reason: document.message }, { file, ...placeOf(text, document.offset) });
  const [broken] = document.errors;
  if (broken !== undefined) {
    const reason = broken.message;
    refuse('go-project-unreadable', { reason }, positionAt(file, lines, broken.pos[0]));
  }
  const at = positionsIn(file, document, lines);
  if (!isMap(document.contents))
    refuse('go-project-unreadable', { reason: 'it is not a mapping of keys to values' }, at());
  try {
    return { raw: document.toJS() as JsonObject, at };
  } catch (error) {
    return refuse('go-project-unreadable', { reason: (error as Error).message }, at());
  }
}

function resourceOf(each: JsonObject, positionOf: PositionOf): GoResource {
  const kind = textAt(each, 'kind');
  const webhooks = own(each, 'webhooks');
  const named = objectsAt(each, 'controllers').map((one) => textAt(one, 'name'));
  return {
    group: textAt(each, 'group'),
    domain: textAt(each, 'domain'),
    version: textAt(each, 'version'),
    kind,
    plural: textAt(each, 'plural'),
    from:
      each['core'] === true || textAt(each, 'path').startsWith('k8s.io/api/')
        ? 'core'
        : each['external'] === true
          ? 'external'
          : 'own',
    hasTypes: own(each, 'api') !== undefined,
    path: textAt(each, 'path'),
    controllers: each['controller'] === true ? [kind.toLowerCase(), ...named] : named,
    webhooks: webhooks !== undefined && isObject(webhooks) ? webhooks : undefined,
    position: positionOf('kind'),
    positionOf,
  };
}

/** Returns the webhooks of a resource in the form that operator-gen uses in PROJECT. */
export function webhooksOfEntry(webhooks: JsonObject) {
  const [defaultingPath, validationPath] = [textAt(webhooks, 'defaultingPath'), textAt(webhooks, 'validationPath')];
  return {
    defaulting: webhooks['defaulting'] === true,
    validation: webhooks['validation'] === true,
    conversion: webhooks['conversion'] === true,
    spoke: textsAt(webhooks, 'spoke'),
    ...(defaultingPath === '' ? {} : { defaultingPath }),
    ...(validationPath === '' ? {} : { validationPath }),
  };
}

import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { GoFile } from '../../../base/helper/go/answer.js';
import { markerArguments, markersIn, type MarkerArguments } from './go-markers.js';
import { objectsAt, own, textAt, textsAt } from '../../../base/model/json-at.js';
import type { Position } from '../../../base/model/position.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { nameRules } from '../../../project/naming.js';
import { objectsOf } from '../../../base/text/yaml-objects.js';
import { left } from '../left.js';
import type { Source } from '../source.js';

/** An admission webhook of a Go project, with the arguments of a marker. */
export interface GoWebhook {
  /** Its name in the report. */
  readonly what: string;
  readonly given: MarkerArguments;
  readonly isMutating: boolean;
  /** Arguments that markers do not have, such as selectors. */
  readonly more: JsonObject;
  readonly position: Position;
}

/** The admission webhooks of a Go project. */
export interface GoWebhooks {
  readonly webhooks: readonly GoWebhook[];
  /** Names of the objects that have them, if they differ from the default ones: of the mutating, and of the validating ones. */
  readonly configurations: ReadonlyMap<boolean, string>;
  /** Markers that cannot be read. */
  readonly problems: readonly Diagnostic[];
}

const prefix = 'kubebuilder:webhook:';

/** Returns the webhooks of markers, and the webhooks in the deployed manifest that have no marker. */
export function goWebhooksOf(source: Source, files: readonly GoFile[]): GoWebhooks {
  const problems: Diagnostic[] = [];
  const marked = files.flatMap((file) =>
    markersIn(file, prefix).flatMap(({ text, position }): readonly GoWebhook[] => {
      const given = markerArguments(text.slice(prefix.length));
      if (given === undefined) {
        problems.push(left(`the marker +${text}`, 'write it as @Webhook at a webhook', position));
        return [];
      }
      const isMutating = given.get('mutating')?.[0] === 'true';
      return [{ what: `the marker +${text}`, given, isMutating, more: {}, position }];
    }),
  );
  const known = new Set(marked.flatMap(({ given }) => given.get('path') ?? []));
  const configured = configurationsIn(source);
  const others = configured.webhooks.filter(({ given }) => !known.has(given.get('path')?.[0] ?? ''));
  return { webhooks: [...marked, ...others], configurations: configured.configurations, problems };
}

const kinds: Readonly<Record<string, boolean>> = {
  MutatingWebhookConfiguration: true,
  ValidatingWebhookConfiguration: false,
};

function configurationsIn(source: Source): Omit<GoWebhooks, 'problems'> {
  const { webhookFile } = source.deployment;
  const text = source.paths.includes(webhookFile) ? source.read(webhookFile) : undefined;
  const webhooks: GoWebhook[] = [];
  const configurations = new Map<boolean, string>();
  for (const configuration of objectsOf(text)) {
    const kind = textAt(configuration, 'kind');
    const isMutating = own(kinds, kind);
    if (isMutating === undefined) continue;
    const name = textAt(configuration, 'metadata', 'name');
    const usual = `${isMutating ? 'mutating' : 'validating'}-webhook-configuration`;
    if (nameRules.domain.accepts(name) && name !== usual) configurations.set(isMutating, name);
    const place = { file: source.shown(webhookFile), text: text ?? '', isMutating };
    webhooks.push(...objectsAt(configuration, 'webhooks').map((each) => configuredWebhook(each, place)));
  }
  return { webhooks, configurations };
}

interface Place {
  readonly file: string;
  readonly text: string;
  readonly isMutating: boolean;
}

function configuredWebhook(webhook: JsonObject, { file, text, isMutating }: Place): GoWebhook {
  const name = textAt(webhook, 'name');
  const line = text.split('\n').findIndex((each) => each.includes(`name: ${name}`)) + 1;
  const selectors = ['namespaceSelector', 'objectSelector', 'matchConditions'].flatMap((key) => {
    const value = own(webhook, key);
    return value === undefined || value === null || Object.keys(value).length === 0 ? [] : [[key, value] as const];
  });
  return {
    what: `the webhook ${name}`,
    given: argumentsOf(webhook, isMutating),
    isMutating,
    more: Object.fromEntries(selectors),
    position: { file, line: Math.max(1, line), column: 1 },
  };
}

const texts = ['name', 'failurePolicy', 'sideEffects', 'matchPolicy', 'reinvocationPolicy'];

/** Returns a webhook of a manifest as the arguments of a marker. */
function argumentsOf(webhook: JsonObject, isMutating: boolean): MarkerArguments {
  const rules = objectsAt(webhook, 'rules');
  const all = (key: string): readonly string[] => [...new Set(rules.flatMap((rule) => textsAt(rule, key)))];
  const timeout = webhook['timeoutSeconds'];
  const entries: readonly (readonly [string, readonly string[]])[] = [
    ['path', [textAt(webhook, 'clientConfig', 'service', 'path')]],
    ['mutating', [String(isMutating)]],
    ...texts.map((each) => [each, [textAt(webhook, each)]] as const),
    ['timeoutSeconds', typeof timeout === 'number' ? [String(timeout)] : []],
    ['groups', all('apiGroups')],
    ['versions', all('apiVersions')],
    ['resources', all('resources')],
    ['verbs', all('operations').map((each) => each.toLowerCase())],
    ['admissionReviewVersions', textsAt(webhook, 'admissionReviewVersions')],
  ];
  // An empty string stands for the core group.
  return new Map(entries.filter(([name, values]) => (name === 'groups' ? values.length > 0 : values.some(Boolean))));
}

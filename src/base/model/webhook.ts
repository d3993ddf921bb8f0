import type { Position } from './position.js';

/** A label selector, with the fields of LabelSelector. */
export interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

/** One `@Webhook` marker as written, in the terms of kubebuilder's marker. */
export interface WebhookRule {
  readonly mutating: boolean;
  readonly name: string;
  readonly failurePolicy: string;
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly versions: readonly string[];
  readonly admissionReviewVersions: readonly string[];
  readonly sideEffects: string;
  /** Path of the webhook on the operator's own server; `url` locates a webhook that is served elsewhere. */
  readonly path?: string;
  readonly url?: string;
  readonly matchPolicy?: string;
  readonly timeoutSeconds?: number;
  readonly serviceName?: string;
  readonly serviceNamespace?: string;
  readonly servicePort?: number;
  readonly reinvocationPolicy?: string;
  readonly namespaceSelector?: Selector;
  readonly objectSelector?: Selector;
  readonly matchConditions?: readonly { readonly name: string; readonly expression: string }[];
  readonly position: Position;
  /** Positions of the arguments, by key. */
  readonly origins?: Readonly<Record<string, Position>>;
}

/** The name of the object that contains all webhooks of one type. */
export interface WebhookConfiguration {
  readonly mutating: boolean;
  readonly name: string;
  readonly position: Position;
  /** Positions of the arguments, by key. */
  readonly origins?: Readonly<Record<string, Position>>;
}

/** The admission webhooks that the code of an operator serves, if known before it runs. */
export interface ServedWebhooks {
  /** Paths of handlers. */
  readonly paths: readonly string[];
  /** Prefixes of paths whose other parts are known only at run time. */
  readonly starts: readonly string[];
  /** Verbs with handlers whose paths are known only at run time. */
  readonly open: readonly WebhookVerb[];
  /** The calls that serve a handler on one path. */
  readonly registrations: readonly WebhookRegistration[];
}

/** A call such as `withValidator(handler)` of a builder, whose path is known. */
export interface WebhookRegistration {
  readonly verb: WebhookVerb;
  readonly path: string;
  /** The position of the name of the method. */
  readonly position: Position;
  /** Whether an operator can run it. */
  readonly isRunning: boolean;
  /** Whether a function that `src/register.ts` lists runs it unconditionally. */
  readonly isCertain: boolean;
  /** Whether the handler is an object of a class without markers. */
  readonly isUnmarked: boolean;
}

/** The purpose of a handler; default paths begin with it. */
export type WebhookVerb = 'mutate' | 'validate';

/** Reports whether the code of an operator serves a webhook; undefined if that is known only at run time. */
export function isServed(webhook: WebhookRule, { paths, starts, open }: ServedWebhooks): boolean | undefined {
  const { path, serviceName, mutating } = webhook;
  if (path === undefined || serviceName !== undefined) return undefined;
  if (paths.includes(path) || starts.some((each) => path.startsWith(each))) return true;
  return open.includes(mutating ? 'mutate' : 'validate') ? undefined : false;
}

/** A converter in the code, of all versions of a kind or of one, and the hub through which it converts. */
export interface ConversionHub {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
  readonly position: Position;
}

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

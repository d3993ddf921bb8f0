import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';

/** An object of the cluster, and the controller that reconciles it. */
export interface Subject {
  readonly controller: string;
  /** `namespace/name`, or the name alone. */
  readonly object: string;
}

/** A permission that the operator does not have. */
export interface Forbidden {
  readonly verb: string;
  readonly group: string;
  /** With its subresource: `pods/log`. */
  readonly resource: string;
  readonly namespace?: string;
}

/** A message of `dev` to its user, as data: for a terminal, and for programs. */
export type Message =
  | {
      readonly event: 'cluster';
      /** Its name; absent for one of another kubeconfig, which is known by its context. */
      readonly cluster?: string;
      readonly server: string;
      readonly context: string;
      readonly kubeconfig?: string;
      readonly state?: string;
      readonly milliseconds?: number;
    }
  | { readonly event: 'changed'; readonly files: readonly string[] }
  | { readonly event: 'generated'; readonly files: readonly string[]; readonly milliseconds: number }
  | { readonly event: 'warned'; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly event: 'applied';
      readonly applied: readonly string[];
      readonly deleted: readonly string[];
      readonly milliseconds: number;
    }
  | { readonly event: 'built'; readonly milliseconds: number }
  | {
      /** A change that cannot be used. */
      readonly event: 'refused';
      readonly diagnostics: readonly Diagnostic[];
      /** The last lines of the build. */
      readonly lines: readonly string[];
      readonly isOperatorRunning: boolean;
    }
  /** A change that is not about the operator, which runs on. */
  | { readonly event: 'unchanged' }
  | { readonly event: 'started'; readonly account: string }
  | { readonly event: 'ready'; readonly milliseconds: number }
  | {
      readonly event: 'ended';
      /** Whether `dev` has ended it. */
      readonly isWanted: boolean;
      readonly code: number | null;
      readonly signal: string | null;
      readonly milliseconds: number;
      /** Its last lines, if it crashed. */
      readonly lines: readonly string[];
    }
  | { readonly event: 'restarts'; readonly milliseconds: number; readonly crashes: number }
  | { readonly event: 'gave-up'; readonly crashes: number }
  | ({
      readonly event: 'reconciled';
      readonly milliseconds: number;
      readonly result: string;
      /** The writes of the operator meanwhile; absent in a cluster whose audit log is not on this machine. */
      readonly wrote?: readonly string[];
    } & Subject)
  | ({
      readonly event: 'failed';
      readonly error: string;
      /** The first position in `src/`. */
      readonly at?: string;
      readonly failures?: number;
    } & Subject)
  | ({ readonly event: 'slow'; readonly milliseconds: number } & Subject)
  | { readonly event: 'wrote'; readonly wrote: readonly string[] }
  | ({ readonly event: 'forbidden'; readonly marker: readonly string[] } & Forbidden)
  | {
      readonly event: 'loop';
      readonly object: string;
      readonly writes: number;
      readonly seconds: number;
      /** The fields that differ from one write to the next. */
      readonly fields: readonly string[];
    }
  | {
      readonly event: 'log';
      readonly level: string;
      readonly message: string;
      readonly object?: string;
      readonly controller?: string;
      readonly fields: Readonly<Record<string, unknown>>;
    }
  | { readonly event: 'printed'; readonly line: string }
  | {
      readonly event: 'samples';
      readonly applied: readonly string[];
      readonly deleted: readonly string[];
      /** Those whose deletion waits for a finalizer. */
      readonly deleting: readonly string[];
    }
  | { readonly event: 'conditions'; readonly rows: readonly ConditionRow[] }
  | {
      /** The address of the page, with its token. */
      readonly event: 'page';
      readonly url: string;
    }
  | { readonly event: 'note'; readonly text: string }
  | { readonly event: 'problem'; readonly text: string };

/** An object of the project's kinds, and its conditions. */
export interface ConditionRow {
  readonly kind: string;
  readonly object: string;
  readonly conditions: readonly {
    readonly type: string;
    readonly status: string;
    readonly reason: string;
    readonly message: string;
  }[];
}

/** Takes messages. */
export type Tell = (message: Message) => void;

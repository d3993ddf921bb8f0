import type { GoAnswer } from './go/answer.js';
import type { JsonValue } from '../model/schema.js';

/** The version of the protocol that this code supports, as in `upstream/protocol.go`. */
export const protocolVersion = 3;

/** The version of Kubernetes from which the helper of this version of operator-gen is built, as in `upstream/go.mod`. */
export const kubernetesVersion = '1.36.3';

/** The first line that the helper writes. */
export interface Hello {
  readonly protocol: number;
  /** Version of the Kubernetes packages in the helper, such as `1.36.3`. */
  readonly kubernetes: string;
  /** The minor version that it emulates, such as `1.34`. */
  readonly emulates?: string;
  readonly problem?: HelperProblem;
}

/** A request to the helper. Each object is a YAML or JSON text with one document. */
export type Question =
  | {
      readonly operation: 'object';
      /** The object to create, or with `old`, to update to. */
      readonly object: string;
      readonly old?: string;
      /** CRDs; all other kinds are built in. */
      readonly crds?: readonly string[];
      /** Names of further CRDs, each of which was sent before in a `define` question. */
      readonly definitions?: readonly string[];
      /** Whether the answer contains the object as it would be stored. */
      readonly stored?: boolean;
      /** Version of the Pod Security Standards, such as `v1.28`; the latest if absent. */
      readonly podSecurityVersion?: string;
    }
  /** Gives a CRD a name, by which the `definitions` of later questions can refer to it. */
  | { readonly operation: 'define'; readonly name: string; readonly object: string }
  /** Asks for the estimated costs of the CEL rules of a CRD. */
  | { readonly operation: 'costs'; readonly object: string }
  | {
      readonly operation: 'kustomize';
      /** Absolute path of a folder; nothing outside of it is read. */
      readonly root: string;
      /** The folder to build, relative to `root`. */
      readonly folder: string;
      /** Contents that replace those on disk, by their paths relative to `root`. */
      readonly files?: Readonly<Record<string, string>>;
    }
  /** Asks for the facts in the Go code of an operator. Only the texts in the question are read. */
  | {
      readonly operation: 'go';
      /** The path of the module in `folder`; empty if it is not known. */
      readonly module: string;
      readonly folder: string;
      /** Texts of files, by paths that begin with `folder`. */
      readonly files: Readonly<Record<string, string>>;
      /** Files of which only the markers are read, because their types are too costly. */
      readonly leftOut?: readonly string[];
      /** Folders whose files are read one by one first, to find the file that is too costly. */
      readonly alone?: readonly string[];
    };

/** One reason why the API server rejects an object, in its words. */
export interface ServerError {
  /** A cause of metav1.StatusCause, such as `FieldValueInvalid`; or `StrictDecoding`, `BadRequest`, `OldObject`. */
  readonly type: string;
  /** Path of the field; undefined for the whole object. */
  readonly field?: string;
  readonly value?: JsonValue;
  readonly message: string;
}

/** The estimated cost of one CEL expression. */
export interface RuleCost {
  readonly field: string;
  readonly cost: number;
  readonly limit: number;
}

/** Reasons for which Pods violate the levels of the Pod Security Standards. */
export interface PodSecurity {
  readonly baseline?: readonly string[];
  readonly restricted?: readonly string[];
}

/** The identity of an object, as written in it. */
export interface Identity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name?: string;
  /** The kind that a CustomResourceDefinition defines, such as `Foo.example.com`. */
  readonly defines?: string;
}

/** An object that kustomize has built. */
export interface Built {
  /** YAML of one document. */
  readonly object: string;
  /** Path relative to `root` of the file with the unpatched resource, or of the kustomization that generated it; undefined if it is not known. */
  readonly file?: string;
}

/** The reason why a question has no answer, such as `unknown-kind`; see `Problem` in `upstream/protocol.go`. */
export interface HelperProblem {
  readonly code: string;
  readonly message: string;
  /** With `timeout` and `memory`: the Go file or the folder whose types are too costly. */
  readonly reading?: string;
}

/** The answer to a question. An object without errors and problems is accepted. */
export interface Answer {
  readonly errors?: readonly ServerError[];
  readonly warnings?: readonly string[];
  readonly object?: JsonValue;
  /** The JSON text of `object`, whose integers can be larger than those of JavaScript. */
  readonly storedText?: string;
  /** The JSON texts of the items, if the question was a list of objects. Such an answer has no verdict. */
  readonly items?: readonly string[];
  readonly costs?: readonly RuleCost[];
  readonly podSecurity?: PodSecurity;
  /** The object of the question; undefined if its text is not an object. */
  readonly identity?: Identity;
  /** Objects of `kustomize build`. */
  readonly built?: readonly Built[];
  /** Paths relative to `root` of the files that kustomize read. */
  readonly read?: readonly string[];
  /** The facts in Go code. */
  readonly go?: GoAnswer;
  readonly problem?: HelperProblem;
}

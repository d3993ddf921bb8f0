import type { JsonObject } from '../../json/json-object.js';

/** Place in a file of a test case. */
export interface Place {
  /** Absolute path. */
  readonly file: string;
  /** Number of the line, from 1; undefined for the file as a whole. */
  readonly line?: number | undefined;
  /** Number of the column, from 1. */
  readonly column?: number | undefined;
}

/** Path of a field from the root of an object: names of fields, and indexes of lists from 0. */
export type FieldPath = readonly (string | number)[];

/** Object with a kind, as a file of a test case has it. */
export interface CaseObject {
  readonly apiVersion: string;
  readonly kind: string;
  /** All fields, including those above. */
  readonly fields: JsonObject;
  readonly place: Place;
  /** Returns the place of a field, or of the closest field around it that the file has. */
  readonly placeOf: (path: FieldPath) => Place;
}

/** Program that a test case runs, in the folder of the case. */
export interface CaseCommand {
  /** Words of the command line, before variables are expanded; undefined for a script. */
  readonly command?: string | undefined;
  /** Script for `sh -c`. */
  readonly script?: string | undefined;
  /** Whether `--namespace` is added to the command. */
  readonly namespaced: boolean;
  /** Whether the case goes on if the program fails. */
  readonly ignoreFailure: boolean;
  /** Whether it runs until the end of the case or of the suite that has it, and cannot fail. */
  readonly background: boolean;
  /** Seconds, 0 for the time limit of the case, negative for none. */
  readonly timeout: number;
  readonly skipLogOutput: boolean;
  readonly place: Place;
}

/** Reference to the objects that a step deletes. */
export interface DeletedObjects {
  readonly apiVersion: string;
  readonly kind: string;
  /** Undefined for all objects with the labels. */
  readonly name?: string | undefined;
  /** Undefined for the namespace of the case. */
  readonly namespace?: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly place: Place;
}

/** Object that CEL expressions call by a name. */
export interface ResourceReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** Undefined for the namespace of the case. */
  readonly namespace?: string | undefined;
  /** Name of the variable. */
  readonly variable: string;
}

/** CEL expression that has to be true. */
export interface CaseExpression {
  readonly text: string;
  readonly place: Place;
}

/** Command that collects information about a step that failed. */
export interface Collector {
  /** Name in the report, such as `logs of the Pod web`. */
  readonly name: string;
  readonly command: CaseCommand;
}

/** Cluster that a step uses instead of the one of the suite. */
export interface OtherCluster {
  /** Absolute path of a kubeconfig. */
  readonly kubeconfig: string;
  /** Name of a context; undefined for the current one. */
  readonly context?: string | undefined;
  /** Whether the kubeconfig is read when the step begins, and not when the case does. */
  readonly isLazy: boolean;
}

/** Step of a test case. Its parts take effect in the order of the fields. */
export interface CaseStep {
  readonly index: number;
  /** Name, without the index. */
  readonly name: string;
  readonly cluster?: OtherCluster | undefined;
  readonly deletes: readonly DeletedObjects[];
  readonly commands: readonly CaseCommand[];
  /** Objects to create, or to change with a merge patch. */
  readonly applies: readonly CaseObject[];
  /** Objects that must exist with these fields. */
  readonly asserts: readonly CaseObject[];
  /** Objects that must not exist with these fields. */
  readonly errors: readonly CaseObject[];
  /** Commands that must succeed. */
  readonly assertCommands: readonly CaseCommand[];
  readonly references: readonly ResourceReference[];
  /** Expressions of which at least one must be true, if there are any. */
  readonly anyOf: readonly CaseExpression[];
  /** Expressions of which all must be true. */
  readonly allOf: readonly CaseExpression[];
  /** Seconds until all checks must have passed; undefined for the time limit of the suite. */
  readonly timeout?: number | undefined;
  readonly collectors: readonly Collector[];
}

/** Problem of a file, which is found before anything runs. */
export interface CaseProblem {
  /** `unsupported` for what is valid in the format, but not supported here. */
  readonly reason: 'invalid' | 'unsupported' | 'ignored';
  readonly message: string;
  readonly help: string;
  readonly place: Place;
}

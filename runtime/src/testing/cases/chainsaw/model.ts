import type { Propagation } from '../cluster/case-cluster.js';
import type { CaseObject, Place } from '../model.js';

// Strings of templates and assertion trees can be expressions in parentheses, such as `($namespace)`. They are read with the
// file, so that those that are not supported are found before anything runs, and evaluated when their operation runs.

/** Value that expressions call by a name, such as `$color`. */
export interface Binding {
  readonly name: string;
  /** Template of the value. */
  readonly value: unknown;
  readonly place: Place;
}

/** Binding that the result of an operation sets for the operations after it. */
export interface Output extends Binding {
  /** Assertion tree that selects the results; undefined for all. */
  readonly match: unknown;
}

/** Check of the outcome of a request. */
export interface Expectation {
  /** Assertion tree that selects the objects; undefined for all. */
  readonly match: unknown;
  /** Assertion tree for the object, with the binding `$error`. */
  readonly check: unknown;
}

/** Fields of all operations. */
export interface AnyOperation {
  readonly place: Place;
  /** Whether the operations after it run even if it fails. */
  readonly continueOnError: boolean;
  readonly bindings: readonly Binding[];
  readonly outputs: readonly Output[];
  /** Seconds; undefined for the default of the operation. */
  readonly seconds: number | undefined;
}

/** Operation that writes objects. */
export interface WriteOperation extends AnyOperation {
  readonly type: 'apply' | 'create' | 'patch' | 'update';
  readonly objects: readonly CaseObject[];
  /** Whether strings of the objects can be expressions. */
  readonly isTemplate: boolean;
  readonly expectations: readonly Expectation[];
}

/** Operation that waits until objects exist, or do not exist. An object without a kind is an assertion about bindings. */
export interface CheckOperation extends AnyOperation {
  readonly type: 'assert' | 'error';
  readonly objects: readonly CaseObject[];
  /** Whether the names and labels of the objects can be expressions. */
  readonly isTemplate: boolean;
}

/** Operation that deletes objects, and waits until they are gone. */
export interface DeleteOperation extends AnyOperation {
  readonly type: 'delete';
  readonly objects: readonly CaseObject[];
  readonly isTemplate: boolean;
  readonly expectations: readonly Expectation[];
  readonly propagation: Propagation;
}

/** Operation that runs a program, in the folder of the case. */
export interface CommandOperation extends AnyOperation {
  readonly type: 'command' | 'script';
  /** Program and its arguments. */
  readonly words: readonly string[];
  /** Environment variables, whose values are templates. */
  readonly env: readonly Binding[];
  /** Absolute path of the working directory. */
  readonly folder: string;
  /** Assertion tree with the bindings `$stdout`, `$stderr` and `$error`; undefined for success. */
  readonly check: unknown;
  readonly skipLogOutput: boolean;
}

/** Condition that `kubectl wait` waits for. */
export type WaitCondition =
  | { readonly type: 'deletion' }
  | { readonly type: 'condition' | 'jsonPath'; readonly name: string; readonly value: string | undefined };

/** Operation that runs kubectl. All strings can be expressions. */
export interface KubectlOperation extends AnyOperation {
  readonly type: 'describe' | 'events' | 'get' | 'podLogs' | 'wait';
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly selector: string;
  readonly format: string;
  readonly container: string;
  readonly tail: number | undefined;
  readonly showEvents: boolean | undefined;
  readonly condition: WaitCondition | undefined;
}

/** Operation that waits for a time. */
export interface SleepOperation extends AnyOperation {
  readonly type: 'sleep';
  readonly duration: number;
}

/** Operation of a step. */
export type Operation =
  WriteOperation | CheckOperation | DeleteOperation | CommandOperation | KubectlOperation | SleepOperation;

/** Step of a test. */
export interface ChainsawStep {
  readonly name: string;
  readonly bindings: readonly Binding[];
  /** Operations, up to the first one that fails. */
  readonly operations: readonly Operation[];
  /** Operations that run if the test has failed, those of the test included. */
  readonly onFailure: readonly Operation[];
  /** Operations that always run at the end of the step. */
  readonly atEnd: readonly Operation[];
  /** Operations that run after the test, when what the step has created is deleted. */
  readonly cleanup: readonly Operation[];
  readonly skipDelete: boolean;
  /** Seconds for the deletion of each object that the step has created; undefined for the default. */
  readonly cleanupSeconds: number | undefined;
  readonly propagation: Propagation;
}

/** Test in the format of chainsaw. */
export interface ChainsawTest {
  readonly isSkipped: boolean;
  /** Whether other cases can run at the same time. */
  readonly isConcurrent: boolean;
  /** Name of its namespace; undefined for that of the suite, or a generated one. */
  readonly namespace: string | undefined;
  readonly bindings: readonly Binding[];
  readonly steps: readonly ChainsawStep[];
  readonly skipDelete: boolean;
  /** Seconds for the deletion of its namespace; undefined for the default. */
  readonly cleanupSeconds: number | undefined;
}

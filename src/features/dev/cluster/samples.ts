import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@operator-gen/runtime';
import { stableText, textAt } from '../../../base/model/json-at.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { nameOf, type Manifest } from '../../cluster/install.js';
import { applierOf, identityOf, readManifest } from './apply.js';

/** A change of samples in the cluster, by the names of the objects. */
export interface SampleChange {
  readonly applied: readonly string[];
  readonly deleted: readonly string[];
  /** Those whose deletion waits for a finalizer. */
  readonly deleting: readonly string[];
}

/** Milliseconds to wait for finalizers, and between two looks. */
const [patience, look] = [5_000, 100];

/** Attempts to apply an object, and milliseconds between them, while webhooks cannot be called. */
const [attempts, pause] = [20, 250];

/** The samples of a project in the cluster. */
export class Samples {
  readonly #client: Client;
  readonly #onProblem: (error: unknown) => void;
  /** Those that are applied, by their identity. */
  readonly #applied = new Map<string, JsonObject>();

  /** @param onProblem is told of each object that is rejected: the others are applied all the same */
  constructor(client: Client, onProblem: (error: unknown) => void) {
    this.#client = client;
    this.#onProblem = onProblem;
  }

  get areApplied(): boolean {
    return this.#applied.size > 0;
  }

  /** Applies objects, once the webhooks of the operator can be called. */
  async apply(objects: readonly JsonObject[]): Promise<SampleChange> {
    const applied: string[] = [];
    for (const each of objects) {
      try {
        if (!(await this.#isGone(each, isDeleting)))
          throw new Error(`${textOf(each)} is not applied: it is being deleted, and waits for a finalizer`);
        await inTime(() => applierOf(this.#client).apply([each]));
        this.#applied.set(keyOf(each), each);
        applied.push(textOf(each));
      } catch (error) {
        this.#onProblem(error);
      }
    }
    return { applied, deleted: [], deleting: [] };
  }

  /** Applies what has changed since it was applied, and deletes what the project no longer has. */
  async follow(objects: readonly JsonObject[]): Promise<SampleChange> {
    const wanted = new Set(objects.map(keyOf));
    const gone = [...this.#applied].filter(([key]) => !wanted.has(key)).map(([, each]) => each);
    const isChanged = (each: JsonObject): boolean => {
      const before = this.#applied.get(keyOf(each));
      return before === undefined || stableText(before) !== stableText(each);
    };
    const { applied } = await this.apply(objects.filter(isChanged));
    return { ...(await this.remove(gone)), applied };
  }

  /** Deletes objects, whether or not they were applied here. */
  async remove(objects: readonly JsonObject[]): Promise<SampleChange> {
    const existed = new Set(await applierOf(this.#client).remove(objects));
    for (const each of objects) this.#applied.delete(keyOf(each));
    const all = objects.filter((each) => existed.has(textOf(each)));
    const gone = await Promise.all(all.map((each) => this.#isGone(each)));
    const names = (isGone: boolean) => all.filter((_, index) => gone[index] === isGone).map(textOf);
    return { applied: [], deleted: names(true), deleting: names(false) };
  }

  /** Waits for a while until an object is gone. @param isAwaited reports whether it is worth the wait; reports true if not */
  async #isGone(object: JsonObject, isAwaited: (stored: JsonObject) => boolean = () => true): Promise<boolean> {
    for (const end = performance.now() + patience; ; await sleep(look)) {
      const stored = await readManifest(this.#client, object);
      if (stored === undefined || !isAwaited(stored)) return true;
      if (performance.now() > end) return false;
    }
  }
}

function isDeleting(stored: JsonObject): boolean {
  return textAt(stored, 'metadata', 'deletionTimestamp') !== '';
}

function textOf(object: JsonObject): string {
  return nameOf(object as unknown as Manifest);
}

/** Errors while the operator starts again, whose webhooks cannot be called then, and until the API server serves a new definition. */
const passing = /failed calling webhook|conversion webhook|no matches for kind/;

/** Repeats what fails only for a while. */
async function inTime(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === attempts || !passing.test((error as Error).message)) throw error;
      await sleep(pause);
    }
  }
}

function keyOf(object: JsonObject): string {
  return identityOf(object as unknown as Manifest);
}

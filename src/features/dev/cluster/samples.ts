import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@operator-gen/runtime';
import { stableText } from '../../../base/model/json-at.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { nameOf, type Manifest } from '../../cluster/install.js';
import { applierOf, identityOf } from './apply.js';

/** A change of samples in the cluster, by the names of the objects. */
export interface SampleChange {
  readonly applied: readonly string[];
  readonly deleted: readonly string[];
}

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
        await inTime(() => applierOf(this.#client).apply([each]));
        this.#applied.set(keyOf(each), each);
        applied.push(nameOf(each as unknown as Manifest));
      } catch (error) {
        this.#onProblem(error);
      }
    }
    return { applied, deleted: [] };
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
    const { deleted } = await this.remove(gone);
    return { applied, deleted };
  }

  /** Deletes objects, whether or not they were applied here. */
  async remove(objects: readonly JsonObject[]): Promise<SampleChange> {
    const deleted = await applierOf(this.#client).remove(objects);
    for (const each of objects) this.#applied.delete(keyOf(each));
    return { applied: [], deleted };
  }
}

/** Repeats what fails while the operator starts again: its webhooks cannot be called then. */
async function inTime(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === attempts || !/failed calling webhook|conversion webhook/.test((error as Error).message))
        throw error;
      await sleep(pause);
    }
  }
}

function keyOf(object: JsonObject): string {
  return identityOf(object as unknown as Manifest);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { isNotFound } from '../../runtime/src/client/error-reasons.js';
import type { Client } from '../../runtime/src/client/client.js';
import { createRandom, type Random } from '../../runtime/src/testing/random.js';
import { deferred } from '../../runtime/src/timing/deferred.js';
import { Foo } from './foo.js';

/** Changes to objects that go on until they are stopped, and what they should have come to. */
export interface Changes {
  /** How many of each were done. */
  readonly done: { created: number; updated: number; deleted: number; failed: number };
  /** The payload that each object was given last, by `namespace/name`, where the server has answered. */
  readonly payloads: ReadonlyMap<string, string>;
  /**
   * Holds the changes while the cluster is put into another state, and goes on from what is stored then: what an object was
   * given is what it has.
   */
  held(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

export interface ChangesOptions {
  readonly seed: number;
  /** How many names there are; objects of a name come and go. */
  readonly names: number;
  /** Milliseconds between two changes, on average. */
  readonly pause: number;
}

export const namespaces = ['default', 'other'];

/** Creates, changes and deletes objects at the API server itself: no fault strikes here. */
export function startChanges(client: Client, { seed, names, pause }: ChangesOptions): Changes {
  const random = createRandom(seed);
  const done = { created: 0, updated: 0, deleted: 0, failed: 0 };
  const payloads = new Map<string, string>();
  const stopped = new AbortController();

  const change = async (): Promise<void> => {
    const number = random.below(names);
    const key = { name: `foo-${number}`, namespace: namespaces[number % namespaces.length]! };
    // Drawn whatever is there, so that the same seed gives the same draws.
    const [payload, finalize, removes] = [payloadOf(random), random.next() < 0.5, random.next() < 0.25];
    const text = `${key.namespace}/${key.name}`;
    payloads.delete(text);
    const found = await client.getOrNull(Foo, key);
    if (found === null) {
      await client.create(Foo, { metadata: key, spec: { payload, ...(finalize ? { finalize } : {}) } });
      payloads.set(text, payload);
      done.created += 1;
    } else if (found.metadata.deletionTimestamp !== undefined) {
      // It goes as soon as its finalizer has gone.
    } else if (removes) {
      await client.delete(Foo, key);
      done.deleted += 1;
    } else {
      await client.patch(Foo, key, { spec: { payload } });
      payloads.set(text, payload);
      done.updated += 1;
    }
  };

  let hold: Promise<void> | undefined;
  let changing: Promise<void> = Promise.resolve();

  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await hold;
      // The API server is away at times, or the object is gone meanwhile.
      changing = change().catch((error: unknown) => {
        if (!isNotFound(error)) done.failed += 1;
      });
      await changing;
      await sleep(pause * (0.5 + random.next()));
    }
  };
  const running = run();
  return {
    done,
    payloads,
    held: async (work) => {
      const { promise, resolve } = deferred();
      hold = promise;
      try {
        await changing;
        await work();
        payloads.clear();
        for (const { metadata, spec } of (await client.list(Foo)).items)
          if (metadata.deletionTimestamp === undefined)
            payloads.set(`${metadata.namespace}/${metadata.name}`, spec.payload);
      } finally {
        hold = undefined;
        resolve();
      }
    },
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}

/** Text with characters of one to four bytes, now and then of many kilobytes. */
function payloadOf(random: Random): string {
  const text = Array.from({ length: 4 + random.below(12) }, () =>
    random.pick(['a', 'ü', '日', '🌩', '"', '\\', '\n']),
  ).join('');
  return random.next() < 0.05 ? text.repeat(500) : text;
}

import type { PageObject, PageUpdate } from '../../src/features/dev/page/data.js';

/** All that the page knows: all updates together, with the newest entries first, except for the samples. */
export interface Data extends Omit<PageUpdate, 'run' | 'version'> {
  readonly isConnected: boolean;
}

/** Milliseconds between two updates. */
const pause = 1_000;
const most = { samples: 600, others: 1_000 } as const;

const empty: Data = {
  ...{ isConnected: true, isRunning: false },
  ...{ objects: [], samples: [], writes: [], events: [], lines: [] },
};

/** Returns the key of an object and its controller. */
export function keyOf({ controller, object }: Pick<PageObject, 'controller' | 'object'>): string {
  return `${controller} ${object}`;
}

/** Adds an update to what is known. */
export function withUpdate(data: Data, update: PageUpdate): Data {
  const { isRunning, objects, samples, writes, events, lines } = update;
  const changed = new Set(objects.map(keyOf));
  const newest = <T>(known: readonly T[], more: readonly T[]): readonly T[] =>
    more.length === 0 ? known : [...more.toReversed(), ...known].slice(0, most.others);
  return {
    isConnected: true,
    isRunning,
    objects:
      objects.length === 0
        ? data.objects
        : [...objects.toReversed(), ...data.objects.filter((each) => !changed.has(keyOf(each)))],
    samples: samples.length === 0 ? data.samples : [...data.samples, ...samples].slice(-most.samples),
    writes: newest(data.writes, writes),
    events: newest(data.events, events),
    lines: newest(data.lines, lines),
  };
}

/** Asks for updates until it is ended, and passes on what is known after each. */
export function follow(show: (data: Data) => void): () => void {
  let [data, run, version] = [empty, '', 0];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  const ask = async (): Promise<void> => {
    try {
      const answer = await fetch(`update?since=${version}&run=${run}`, { signal: AbortSignal.timeout(10_000) });
      if (!answer.ok) throw new Error(`${answer.status}`);
      const update = (await answer.json()) as PageUpdate;
      data = withUpdate(update.run === run ? data : empty, update);
      ({ run, version } = update);
    } catch {
      data = { ...data, isConnected: false };
    }
    if (isEnded) return;
    show(data);
    timer = setTimeout(() => void ask(), pause);
  };
  void ask();
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}

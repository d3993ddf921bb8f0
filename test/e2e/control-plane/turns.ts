/** Something that is started for one user after the other. */
export interface Stoppable {
  readonly stop: () => Promise<void>;
}

/** Starts something new for each file of a worker. The files of a worker take turns. */
export interface Turns<T> {
  /** Stops what the file before had, which has ended, and starts what this file has. */
  next(worker: string): Promise<T>;
  /** Stops what the last files had. */
  end(): Promise<void>;
}

/** Returns turns in which `start` starts what a file has. */
export function takeTurns<T extends Stoppable>(start: () => Promise<T>): Turns<T> {
  const current = new Map<string, Promise<T>>();
  /** What did not start is not stopped; its file has received the error. */
  const stop = async (started: Promise<T> | undefined): Promise<void> => {
    const it = await started?.catch(() => undefined);
    await it?.stop();
  };
  return {
    next: (worker) => {
      const started = stop(current.get(worker)).then(start);
      current.set(worker, started);
      return started;
    },
    end: async () => void (await Promise.allSettled([...current.values()].map(stop))),
  };
}

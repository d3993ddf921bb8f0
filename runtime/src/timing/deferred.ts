/** Promise with its resolvers: `Promise.withResolvers`, which Node 20 lacks. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

export function deferred<T = void>(): Deferred<T> {
  let ends: Omit<Deferred<T>, 'promise'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    ends = { resolve, reject };
  });
  // Prevents an unhandled rejection if nothing waits for the promise yet.
  promise.catch(() => undefined);
  return { promise, ...ends! };
}

/**
 * A place in the core that features add to. `src/features.ts` lists the features, and their order is the order of what
 * they add. A process installs them once, before its first command; afterwards an extension point never changes.
 */
export interface ExtensionPoint<T> {
  readonly add: (...more: readonly T[]) => void;
  readonly all: () => readonly T[];
}

/** Returns an extension point to which nothing has been added. */
export function extensionPoint<T>(): ExtensionPoint<T> {
  const added: T[] = [];
  return { add: (...more) => void added.push(...more), all: () => added };
}

/** A place in the core that at most one feature fills. */
export interface Provided<T> {
  /** @throws Error when another feature has filled it */
  readonly provide: (value: T) => void;
  readonly get: () => T | undefined;
}

/** Returns a place that nothing fills. */
export function provided<T>(what: string): Provided<T> {
  let found: T | undefined;
  return {
    provide: (value) => {
      if (found !== undefined) throw new Error(`two features provide ${what}`);
      found = value;
    },
    get: () => found,
  };
}

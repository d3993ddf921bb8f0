import dns from 'node:dns';

// What a process can be disturbed with only from within.

const RealDate = Date;

/** Sets the wall clock of this process, by so many milliseconds from the real one. */
export function setClock(offset: number): void {
  globalThis.Date = class extends RealDate {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [RealDate.now() + offset] : given) as [number]));
    }

    static override now(): number {
      return RealDate.now() + offset;
    }
  } as DateConstructor;
}

const { lookup } = dns;

/** Lets every look-up of a name fail for so many milliseconds. The system's own connections are not struck. */
export function failLookups(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  const fail = (name: string, ...rest: unknown[]): void => {
    const done = rest.at(-1) as (error: Error) => void;
    if (performance.now() >= until) (lookup as (...given: unknown[]) => void)(name, ...rest);
    else setImmediate(() => done(Object.assign(new Error(`getaddrinfo EAI_AGAIN ${name}`), { code: 'EAI_AGAIN' })));
  };
  (dns as { lookup: unknown }).lookup = fail;
}

/** Which object, and which state of it. Both are opaque: equal or not, and nothing else. */
export interface Identity {
  readonly uid: string;
  readonly resourceVersion: string;
}

/** A write, or a live read, from before it leaves until it is answered. */
export interface Flight {
  /** Undefined where it is not known which objects it is about. */
  readonly key: string | undefined;
  readonly began: number;
  /** What the stream showed meanwhile, by key. */
  readonly seen: Map<string, Sightings>;
  /** Whether everything was listed meanwhile. */
  listed: boolean;
}

interface Sightings {
  readonly versions: Set<string>;
  readonly deleted: Set<string>;
  /** Whether a list showed another state than the stream had: what came between was never shown. */
  listed: boolean;
}

/** The requests that are on their way, each with what the stream shows meanwhile. */
export class Flights {
  readonly #flights = new Map<string | undefined, Set<Flight>>();

  begin(key: string | undefined, began: number): Flight {
    const flight: Flight = { key, began, seen: new Map(), listed: false };
    const others = this.#flights.get(key);
    if (others === undefined) this.#flights.set(key, new Set([flight]));
    else others.add(flight);
    return flight;
  }

  end(flight: Flight): void {
    const flights = this.#flights.get(flight.key);
    flights?.delete(flight);
    if (flights?.size === 0) this.#flights.delete(flight.key);
  }

  /** The stream had, or shows, these states of a key. */
  shown(key: string, ids: readonly (Identity | undefined)[], deleted?: string): void {
    for (const flights of [this.#flights.get(key), this.#flights.get(undefined)]) {
      for (const flight of flights ?? []) {
        const { versions, deleted: uids } = sightings(flight, key);
        for (const id of ids) if (id !== undefined) versions.add(id.resourceVersion);
        if (deleted !== undefined) uids.add(deleted);
      }
    }
  }

  /** Everything was listed. `isUnchanged` says of a key whether the list has the state that the stream had. */
  listed(inScope: (key: string) => boolean, isUnchanged: (key: string) => boolean): void {
    for (const [key, flights] of this.#flights) {
      for (const flight of flights) {
        if (key === undefined) flight.listed = true;
        else if (inScope(key) && !isUnchanged(key)) sightings(flight, key).listed = true;
      }
    }
  }

  /** Keys of which something is on its way. */
  keys(): string[] {
    return [...this.#flights.keys()].filter((key) => key !== undefined);
  }
}

function sightings({ seen }: Flight, key: string): Sightings {
  let found = seen.get(key);
  if (found === undefined) seen.set(key, (found = { versions: new Set(), deleted: new Set(), listed: false }));
  return found;
}

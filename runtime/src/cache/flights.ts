/** Identifies a state of an object. Both fields are opaque; compare them only for equality. */
export interface Identity {
  readonly uid: string;
  readonly resourceVersion: string;
}

/** Write or live read, from before it is sent until it is answered. */
export interface Flight {
  /** Undefined if the affected objects are unknown. */
  readonly key: string | undefined;
  readonly began: number;
  /** States that the stream showed in the meantime, by key. */
  readonly seen: Map<string, Sightings>;
  /** Whether everything was listed in the meantime. */
  listed: boolean;
}

interface Sightings {
  readonly versions: Set<string>;
  readonly deleted: Set<string>;
  /** Whether a list showed a different state than the stream; the states in between were never shown. */
  listed: boolean;
}

/** Requests in flight, each with the states that the stream shows in the meantime. */
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

  /** Records that the stream had, or shows, these states of a key. */
  shown(key: string, ids: readonly (Identity | undefined)[], deleted?: string): void {
    for (const flights of [this.#flights.get(key), this.#flights.get(undefined)]) {
      for (const flight of flights ?? []) {
        const { versions, deleted: uids } = sightings(flight, key);
        for (const id of ids) if (id !== undefined) versions.add(id.resourceVersion);
        if (deleted !== undefined) uids.add(deleted);
      }
    }
  }

  /**
   * Records that everything was listed. `isUnchanged` reports for a key whether the list has the same state as the
   * stream.
   */
  listed(inScope: (key: string) => boolean, isUnchanged: (key: string) => boolean): void {
    for (const [key, flights] of this.#flights) {
      for (const flight of flights) {
        if (key === undefined) flight.listed = true;
        else if (inScope(key) && !isUnchanged(key)) sightings(flight, key).listed = true;
      }
    }
  }

  /** Returns the keys with a request in flight. */
  keys(): string[] {
    return [...this.#flights.keys()].filter((key) => key !== undefined);
  }
}

function sightings({ seen }: Flight, key: string): Sightings {
  let found = seen.get(key);
  if (found === undefined) seen.set(key, (found = { versions: new Set(), deleted: new Set(), listed: false }));
  return found;
}

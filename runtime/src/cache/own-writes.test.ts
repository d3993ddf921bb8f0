import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/seed.js';
import type { Flight, Identity } from './flights.js';
import { OwnWrites, type Answer } from './own-writes.js';

/** State that a key had on the server, and when. */
interface State {
  readonly at: number;
  readonly id: Identity | undefined;
  readonly selected: boolean;
}

type Change = 'put' | 'delete' | 'deselect';

interface Request {
  readonly flight: Flight;
  readonly key: string;
  readonly change: Change | 'read';
  readonly lost: boolean;
  /** Result on the server, once it has processed the request. */
  outcome?: { readonly answer: Answer<State> | undefined; readonly at: number };
}

const keys = ['a', 'b'];

/** Model of a server, a delayed stream of its changes, and a client; every step is triggered by the test. */
class Model {
  readonly mirror = new Map<string, State>();
  readonly own: OwnWrites<State>;
  readonly #selective: boolean;
  readonly #log: { readonly key: string; readonly state: State }[] = [];
  readonly #history = new Map<string, State[]>(keys.map((key) => [key, [{ at: 0, id: undefined, selected: false }]]));
  readonly #requests: Request[] = [];
  /** Start of the last state that this client has received. */
  readonly #floor = new Map<string, number>();
  #position = 0;
  #uids = 0;
  #list:
    | { readonly requested: number; snapshot?: { readonly items: Map<string, State>; readonly position: number } }
    | undefined;

  /** When the memory limit was exceeded: only a list requested later has the current state. */
  #forgotten: number | undefined;

  constructor(selective: boolean, most = Infinity) {
    this.#selective = selective;
    this.own = new OwnWrites({
      mirrored: (key) => this.mirror.get(key)?.id,
      selective,
      most: () => most,
      overflowed: () => (this.#forgotten = this.own.tick()),
    });
  }

  current(key: string): State {
    return this.#history.get(key)!.at(-1)!;
  }

  isVisible({ id, selected }: State): boolean {
    return id !== undefined && (selected || !this.#selective);
  }

  /** Changes an object; returns the answer to the client. */
  change(key: string, change: Change): { answer: Answer<State> | undefined; at: number } {
    const before = this.current(key);
    if (change === 'delete' && before.id === undefined) return { answer: undefined, at: 0 };
    const at = this.#log.length + 1;
    // Opaque and unordered.
    const resourceVersion = `${(at * 7919) % 104729}`;
    const uid = before.id?.uid ?? `uid-${(this.#uids += 1)}`;
    const id = change === 'delete' ? undefined : { uid, resourceVersion };
    const state = { at, id, selected: change === 'put' };
    this.#history.get(key)!.push(state);
    this.#log.push({ key, state });
    return { answer: this.#answer(state, uid), at };
  }

  #answer(state: State, uid: string): Answer<State> {
    if (state.id === undefined) return { type: 'gone', uid };
    return this.isVisible(state) ? { type: 'stored', id: state.id, object: state } : { type: 'gone', ...state.id };
  }

  /** Sends a write or a live read. */
  send(key: string, change: Change | 'read', { nameless = false, lost = false } = {}): void {
    this.#requests.push({ flight: this.own.begin(nameless ? undefined : key), key, change, lost });
  }

  /** Delivers a request to the server. */
  arrive(index: number): void {
    const request = this.#requests[index % this.#requests.length];
    if (request === undefined || request.outcome !== undefined) return;
    if (request.change !== 'read') {
      request.outcome = this.change(request.key, request.change);
    } else {
      const state = this.current(request.key);
      const answer = this.isVisible(state) ? this.#answer(state, '') : ({ type: 'absent' } as const);
      request.outcome = { answer, at: state.at };
    }
  }

  /** Delivers its answer, or loses the answer, in which case the request can still arrive later. */
  answer(index: number): void {
    const at = index % this.#requests.length;
    const request = this.#requests[at];
    if (request === undefined) return;
    this.#requests.splice(at, 1);
    const { flight, key, lost } = request;
    if (lost && request.change !== 'read') {
      this.own.answered(flight, key, { type: 'unknown' }, 0);
    } else {
      if (request.outcome === undefined) {
        this.#requests.splice(at, 0, request);
        this.arrive(at);
        this.#requests.splice(at, 1);
      }
      const { answer, at: when } = request.outcome!;
      if (answer !== undefined) this.own.answered(flight, key, answer, 0);
      // A deletion by another client, of an object that the stream never showed, is not a write of this client.
      const counts = answer !== undefined && answer.type !== 'absent';
      if (counts) this.#floor.set(key, Math.max(this.#floor.get(key) ?? 0, when));
    }
    this.own.end(flight);
  }

  /** Shows the next change in the stream. */
  show(): void {
    const next = this.#log[this.#position];
    if (this.#list !== undefined || next === undefined) return;
    this.#position += 1;
    const { key, state } = next;
    const before = this.mirror.get(key);
    if (this.isVisible(state)) {
      this.own.shown(key, state.id!);
      this.mirror.set(key, state);
    } else if (before !== undefined) {
      const id = state.id ?? { uid: before.id!.uid, resourceVersion: `deleted-${state.at}` };
      this.own.removed(key, id);
      this.mirror.delete(key);
    }
  }

  /** Breaks the stream and lists everything: the list is requested, read by the server, and delivered. */
  list(): void {
    if (this.#list === undefined) {
      this.#list = { requested: this.own.tick() };
    } else if (this.#list.snapshot === undefined) {
      const states = keys.map((key) => [key, this.current(key)] as const);
      const items = new Map(states.filter(([, state]) => this.isVisible(state)));
      this.#list.snapshot = { items, position: this.#log.length };
    } else {
      const { requested, snapshot } = this.#list;
      this.own.listed(
        requested,
        () => true,
        (key) => snapshot.items.get(key)?.id,
      );
      if (this.#forgotten !== undefined && this.#forgotten < requested) this.#forgotten = undefined;
      this.mirror.clear();
      for (const [key, state] of snapshot.items) this.mirror.set(key, state);
      this.#position = snapshot.position;
      this.#list = undefined;
    }
  }

  /** Returns what a reader gets; undefined if it has to ask the server. */
  read(key: string): { readonly state: State | undefined } | undefined {
    const read = this.own.read(key);
    if (read.type === 'ask' || this.#forgotten !== undefined) return undefined;
    if (read.type === 'stored') return { state: read.object };
    return { state: read.type === 'absent' ? undefined : this.mirror.get(key) };
  }

  /** Returns the violations: reads that are older than what this client has received. */
  check(): string[] {
    return keys.filter((key) => {
      const read = this.read(key);
      const floor = this.#floor.get(key) ?? 0;
      if (read === undefined) return false;
      if (read.state !== undefined) return read.state.at < floor;
      // "No object" is only correct if there was none at that time or later.
      const lasted = this.#history.get(key)!.filter((_, at, all) => (all[at + 1]?.at ?? Infinity) > floor);
      return lasted.every((state) => this.isVisible(state));
    });
  }

  /** Delivers everything that is in flight. Returns reads that may be wrong, and what is left over. */
  settle(): string[] {
    const wrong: string[] = [];
    const finish = (): void => {
      for (let count = this.#requests.length; count > 0; count -= 1) this.answer(0);
      while (this.#list !== undefined) this.list();
      while (this.#position < this.#log.length) this.show();
      wrong.push(...this.check());
    };
    finish();
    for (let round = 0; round < 10 && keys.some((key) => this.read(key) === undefined); round += 1) {
      if (this.#forgotten !== undefined) this.list();
      else for (const key of keys) if (this.read(key) === undefined) this.send(key, 'read');
      finish();
    }
    wrong.push(...this.own.overdue(1), ...this.own.keys());
    const isTrue = (key: string): boolean => {
      const state = this.current(key);
      return this.read(key)?.state === (this.isVisible(state) ? state : undefined);
    };
    return [...wrong, ...keys.filter((each) => !isTrue(each))];
  }
}

const key = fc.constantFrom('a', 'a', 'a', 'b');
const change = fc.constantFrom('put', 'put', 'delete', 'deselect' as const);
const rarely = fc.integer({ min: 0, max: 9 }).map((each) => each === 0);
const index = fc.nat({ max: 5 });
const step = fc.oneof(
  fc.tuple(fc.constant('change' as const), key, change),
  fc.tuple(fc.constant('send' as const), key, change, fc.record({ nameless: rarely, lost: rarely })),
  fc.tuple(fc.constant('send' as const), key, fc.constant('read' as const), fc.constant({})),
  fc.tuple(fc.constant('arrive' as const), index),
  fc.tuple(fc.constant('answer' as const), index),
  fc.tuple(fc.constant('show' as const)),
  fc.tuple(fc.constant('list' as const)),
);

// Many short runs find most bugs, but some need many steps.
const games = fc.oneof(fc.array(step), fc.array(step, { maxLength: 40, size: 'max' }));

function play(model: Model, each: typeof step extends fc.Arbitrary<infer S> ? S : never): void {
  switch (each[0]) {
    case 'change':
      model.change(each[1], each[2]);
      break;
    case 'send':
      model.send(each[1], each[2], each[3]);
      break;
    case 'arrive':
    case 'answer':
      model[each[0]](each[1]);
      break;
    case 'show':
    case 'list':
      model[each[0]]();
  }
}

describe('what is read', () => {
  const [v1, v2] = [
    { uid: 'u', resourceVersion: 'z' },
    { uid: 'u', resourceVersion: 'a' },
  ];

  function make() {
    const mirror = new Map<string, Identity>();
    const limits = { most: () => Infinity, overflowed: () => undefined };
    const own = new OwnWrites<string>({ mirrored: (each) => mirror.get(each), selective: false, ...limits });
    const show = (id: Identity): void => {
      own.shown('a', id);
      mirror.set('a', id);
    };
    const write = (...answers: Answer<string>[]): void => {
      const flights = answers.map((answer) => [own.begin('a'), answer] as const);
      for (const [flight, answer] of flights) {
        own.answered(flight, 'a', answer, 1000);
        own.end(flight);
      }
    };
    return { own, show, write, mirror };
  }

  it('is the last write until the stream shows that very one, whatever it shows before', () => {
    const { own, show, write } = make();
    show(v1);
    write({ type: 'stored', id: v2, object: 'ours' });
    expect(own.read('a')).toEqual({ type: 'stored', object: 'ours' });
    show({ uid: 'u', resourceVersion: 'of another' });
    expect(own.read('a')).toEqual({ type: 'stored', object: 'ours' });
    show(v2);
    expect(own.read('a')).toEqual({ type: 'mirrored' });
  });

  it('has to be asked for where two answers came from the same time, until the stream shows one of them', () => {
    const { own, show, write } = make();
    write({ type: 'stored', id: v1, object: 'one' }, { type: 'stored', id: v2, object: 'other' });
    expect(own.read('a')).toEqual({ type: 'ask' });
    show(v2);
    expect(own.read('a')).toEqual({ type: 'stored', object: 'one' });
  });

  it('is nothing where a live read found nothing, though the stream is still behind', () => {
    const { own, show, write } = make();
    show(v1);
    write({ type: 'unknown' });
    expect(own.read('a')).toEqual({ type: 'ask' });
    write({ type: 'absent' });
    expect(own.read('a')).toEqual({ type: 'absent' });
    own.removed('a', v1);
    expect([...own.keys()]).toEqual([]);
  });

  it('is what was listed, where the list was asked for after the answer, and only then', () => {
    const { own, show, write } = make();
    const listed = { uid: 'u', resourceVersion: 'listed' };
    const list = (requested: number): void => {
      own.listed(
        requested,
        () => true,
        () => listed,
      );
      show(listed);
    };
    show(v1);
    const early = own.tick();
    write({ type: 'stored', id: v2, object: 'ours' });
    const late = own.tick();
    list(early);
    expect(own.read('a')).toEqual({ type: 'ask' });
    list(late);
    expect(own.read('a')).toEqual({ type: 'mirrored' });
  });

  it('is asked for where the stream should have shown it long since; what makes no difference is forgotten', () => {
    const { own, show, write, mirror } = make();
    show(v1);
    write({ type: 'stored', id: v2, object: 'ours' });
    expect([own.overdue(1000), own.overdue(1001)]).toEqual([[], ['a']]);
    mirror.delete('a');
    write({ type: 'gone', uid: 'u' });
    expect(own.overdue(1001)).toEqual([]);
    expect([...own.keys()]).toEqual([]);
  });
});

describe.each([
  ['everything', false, Infinity],
  ['a selection', true, Infinity],
  ['everything, and one key that is remembered', false, 1],
  ['a selection, and one key that is remembered', true, 1],
])('with a stream of %s', (_, selective, most) => {
  it('no read is older than what was answered, and nothing is left when all is quiet', () => {
    fc.assert(
      fc.property(games, (steps) => {
        const model = new Model(selective, most);
        for (const each of steps) {
          play(model, each);
          expect(model.check()).toEqual([]);
          expect([...model.own.keys()].length).toBeLessThanOrEqual(most);
        }
        expect(model.settle()).toEqual([]);
      }),
      { numRuns: runs(1000) },
    );
  });
});

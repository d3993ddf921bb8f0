import { createRandom } from '../../runtime/src/testing/random.js';
import type { Fault, WatchFault } from '../../runtime/src/testing/index.js';

/** What strikes one operator: its next request that can be struck so, or the watches that it has open. */
export type Strike =
  | {
      readonly on: 'request';
      readonly name: string;
      readonly fault: Fault;
      /** Only a write to this resource. */
      readonly resource?: string;
      /** Only a list that comes as the beginning of a watch. */
      readonly streamed?: true;
    }
  | { readonly on: 'watches'; readonly name: string; readonly fault: WatchFault };

/** What strikes the cluster or a process. */
export type Blow =
  | 'API server restarted'
  | 'etcd compacted'
  | 'token rotated'
  | 'certificate swapped'
  | 'handshakes hang'
  | 'names not found'
  | 'clock set forward'
  | 'clock set back'
  | 'leader frozen'
  | 'operator killed'
  | 'CRD deleted and made anew'
  | 'etcd restored';

const request = (name: string, fault: Fault): Strike => ({ on: 'request', name, fault });
const streamed = (name: string, fault: Fault): Strike => ({ on: 'request', name, fault, streamed: true });
const page = { body: '<html><title>Sign in</title></html>', contentType: 'text/html' };
const watches = (name: string, fault: WatchFault): Strike => ({ on: 'watches', name, fault });

const quick: readonly Strike[] = [
  request('reset before the request', { type: 'reset', when: 'before' }),
  request('reset before the answer', { type: 'reset', when: 'after' }),
  request('reset in the middle of the body', { type: 'reset', when: 'body' }),
  request('500', { type: 'status', code: 500 }),
  request('503', { type: 'status', code: 503 }),
  request('503 with Retry-After', { type: 'status', code: 503, retryAfter: 1 }),
  request('429', { type: 'status', code: 429 }),
  request('429 with Retry-After', { type: 'status', code: 429, retryAfter: 1 }),
  request('410', { type: 'expired' }),
  request('truncated JSON', { type: 'truncated' }),
  request('split JSON', { type: 'split' }),
  request('Connection: close', { type: 'close' }),
  request('HTML with 200', { type: 'answer', code: 200, ...page }),
  request('HTML with 503', { type: 'answer', code: 503, ...page }),
  request('204', { type: 'answer', code: 204 }),
  request('null', { type: 'answer', code: 200, body: 'null' }),
  request('another object', { type: 'answer', code: 200, body: '{"kind":"PodList","apiVersion":"v1","items":[]}' }),
  request('wrong content type', { type: 'content-type', contentType: 'application/octet-stream' }),
  request('gzip that nobody asked for', { type: 'gzip' }),
  request('307', { type: 'redirect', location: 'https://login.example.com/' }),
  request('closed without a word', { type: 'unannounced' }),
  request('429 with a Retry-After of a day', { type: 'status', code: 429, retryAfter: 86_400 }),
  streamed('streaming list cut', { type: 'truncated' }),
  streamed('streaming list 500', { type: 'status', code: 500 }),
  watches('events duplicated', 'duplicated'),
  watches('events replayed', 'replayed'),
  watches('watch reset', 'reset'),
  watches('watch ended', 'end'),
  watches('watch told 410', 'expired'),
  watches('watch with truncated JSON', 'truncated'),
  watches('watch with split JSON', 'split'),
  watches('watch gone silent', 'silent'),
];

/** These hold a connection until the reconcile's time is over: half as many of them leave time for the others. */
const slow: readonly Strike[] = [
  request('answer past the deadline', { type: 'delayed', milliseconds: 9000 }),
  request('no end of the answer', { type: 'silent' }),
];

const strikes = [...quick, ...slow, ...quick];

/** What every storm has at least one of, where so many faults strike. */
export const kindsOfStrikes = quick.length + slow.length;

/**
 * Before the leader is frozen: the answers arrive while it is, and then it would go on with them to the next write, as if
 * nothing had happened.
 */
export const answerWhileFrozen: Strike = {
  on: 'request',
  name: 'answer while frozen',
  fault: { type: 'delayed', milliseconds: 1000 },
  resource: 'configmaps',
};

/** Those after which a process starts anew. */
const ending: readonly Blow[] = [
  'API server restarted',
  'leader frozen',
  'operator killed',
  'CRD deleted and made anew',
  'etcd restored',
];
const gentle: readonly Blow[] = [
  'etcd compacted',
  'token rotated',
  'certificate swapped',
  'handshakes hang',
  'names not found',
  'clock set forward',
  'clock set back',
];

/** So many strikes of all kinds, in an order that the seed gives. */
export function makeStrikes(seed: number, count: number): Strike[] {
  const random = createRandom(seed);
  return shuffle(
    Array.from({ length: count }, (_, index) => strikes[index % strikes.length]!),
    random.below,
  );
}

export interface Blows {
  readonly rough: readonly Blow[];
  /** What comes last: no process is ended any more, because what it leaks would be gone. */
  readonly calm: readonly Blow[];
}

/** So many blows, and each kind at least once. */
export function makeBlows(seed: number, count: number): Blows {
  const random = createRandom(seed + 1);
  const of = (kinds: readonly Blow[], many: number): Blow[] =>
    Array.from({ length: Math.max(kinds.length, Math.round(many)) }, (_, index) => kinds[index % kinds.length]!);
  const rough = [...of(ending, count / 2), ...of(gentle, count / 4)];
  return { rough: shuffle(rough, random.below), calm: shuffle(of(gentle, count / 4), random.below) };
}

function shuffle<T>(from: readonly T[], below: (limit: number) => number): T[] {
  const items = [...from];
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [items[last], items[other]] = [items[other]!, items[last]!];
  }
  return items;
}

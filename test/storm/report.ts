import { setTimeout as sleep } from 'node:timers/promises';
import type { Changes } from './changes.js';
import type { Cluster } from './cluster.js';
import type { Leadership, StormAuditEvent } from './leadership.js';
import type { Slot } from './storm.js';

export interface StormReport {
  readonly seed: number;
  /** What went wrong, a line each. */
  readonly problems: readonly string[];
  /** What happened: `[what, how much]`. */
  readonly totals: readonly (readonly [string, string])[];
}

/** Kinds that each operator mirrors. */
const kinds = 2;
/** Connections that an operator needs: four for requests, one for each watch, and one for the lease, which may be replaced. */
const mostSockets = 4 + kinds + 2;
/** Milliseconds after which a connection that nobody needs has been closed. */
const longestIdle = 70_000;
/** Milliseconds that a process takes at most until it watches, and tells how large it is. */
const longestStart = 20_000;
/** Bytes that a process may have grown by, beside what it mirrors. */
const mostGrowth = 8 * 2 ** 20;
const bytesPerObject = 8 * 2 ** 10;

/** What is judged when everything is quiet: who wrote, what is open, and what is kept. */
export async function judgeEnd(
  slots: readonly Slot[],
  { violations }: Leadership,
): Promise<{ readonly problems: string[]; readonly memory: string[] }> {
  const problems = violations.map((each) => `a write from a non-leader: ${each}`);
  const memory: string[] = [];
  for (const { operator, striker } of slots) {
    const { name, endings, lastWords, overlaps } = operator;
    const { proxy } = striker;
    problems.push(...overlaps.map((each) => `${name}: a key ran twice at once: ${each}`));
    if (endings.unexpected > 0) problems.push(...lastWords.map((each) => `${name} ended unexpectedly: ${each}`));
    // One that has just been started opens them a little later; what is too many stays so.
    for (let waited = 0; waited < longestStart && proxy.openWatches() !== kinds; waited += 500) await sleep(500);
    if (proxy.openWatches() !== kinds) problems.push(`${name}: ${proxy.openWatches()} watches are open, not ${kinds}`);
    if (proxy.mostWatchesAtOnce() > 1) {
      problems.push(`${name}: one kind was watched ${proxy.mostWatchesAtOnce()} times at once`);
    }
    for (let waited = 0; waited < longestIdle && proxy.openSockets() > mostSockets; waited += 1000) await sleep(1000);
    if (proxy.openSockets() > mostSockets) problems.push(`${name}: ${proxy.openSockets()} connections are open`);
    let measured = await operator.memory();
    for (let waited = 0; waited < longestStart && measured === undefined; waited += 500) {
      await sleep(500);
      measured = await operator.memory();
    }
    if (measured === undefined) {
      problems.push(`${name} does not tell its memory`);
      continue;
    }
    const { before, now } = measured;
    const more = now.heapUsed - before.heapUsed;
    memory.push(
      `${name}: heap ${mib(before.heapUsed)} -> ${mib(now.heapUsed)}, RSS ${mib(before.rss)} -> ${mib(now.rss)} MiB, ` +
        `${before.objects} -> ${now.objects} objects`,
    );
    if (more > mostGrowth + bytesPerObject * Math.max(0, now.objects - before.objects)) {
      problems.push(`${name}: the heap has grown by ${mib(more)} MiB`);
    }
  }
  return { problems, memory };
}

export interface StormFigures {
  readonly events: readonly StormAuditEvent[];
  readonly cluster: Cluster;
  readonly slots: readonly Slot[];
  readonly changes: Changes;
  readonly struck: ReadonlyMap<string, number>;
  readonly leadership: Leadership;
  readonly seconds: number;
  /** The longest that this process was held up, in milliseconds: proxies run in it. */
  readonly longestDelay: number;
  readonly memory: readonly string[];
}

export function totalsOf(figures: StormFigures): [string, string][] {
  const { events, cluster, slots, changes, struck, leadership, seconds, longestDelay, memory } = figures;
  const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, each) => total + each, 0);
  const own = events.filter(({ user }) => cluster.isOperator(user.username));
  const writes = own.filter(
    ({ verb, objectRef }) => ['create', 'update', 'patch', 'delete'].includes(verb) && objectRef?.resource !== 'leases',
  );
  const conflicts = writes.filter(({ responseStatus }) => responseStatus?.code === 409);
  const lists = own.filter(({ verb, requestURI, stage }) =>
    verb === 'list'
      ? !requestURI.includes('continue=')
      : requestURI.includes('sendInitialEvents=') && stage === 'ResponseStarted',
  );
  const lives = sum(slots.map(({ operator }) => operator.lives));
  const endings = (['killed', 'lease lost', 'unexpected'] as const).map(
    (ending) => `${ending} ${sum(slots.map(({ operator }) => operator.endings[ending]))}`,
  );
  const { created, updated, deleted, failed } = changes.done;
  return [
    ['faults', String(sum(struck.values()))],
    ...[...struck]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, times]): [string, string] => [`  ${name}`, String(times)]),
    ['seconds', seconds.toFixed(0)],
    ['changes', `${created} created, ${updated} updated, ${deleted} deleted, ${failed} not answered`],
    ['reconciles', String(sum(slots.map(({ operator }) => operator.reconciles)))],
    ['writes of the operators', `${writes.length}, of them ${conflicts.length} answered 409`],
    ['lists', `${lists.length}, by ${lives} lives of ${kinds} kinds each`],
    ['watches opened', String(own.filter(({ verb }) => verb === 'watch').length)],
    ['leaders', String(leadership.terms.length)],
    ['lives of the processes', `${lives}; ended: ${endings.join(', ')}`],
    ['most connections at once', slots.map(({ striker }) => String(striker.proxy.mostSocketsAtOnce())).join(', ')],
    ['longest delay of the storm itself', `${longestDelay.toFixed(0)} ms`],
    ...memory.map((each): [string, string] => ['memory', each]),
  ];
}

/** The report as lines: the totals as a table, then what went wrong. */
export function reportText({ seed, totals, problems }: StormReport): string {
  const width = Math.max(...totals.map(([what]) => what.length));
  const table = totals.map(([what, much]) => `${what.padEnd(width)}  ${much}`);
  const verdict =
    problems.length === 0
      ? ['nothing was lost, and nothing was written wrong']
      : problems.map((each) => `WRONG: ${each}`);
  return [`seed ${seed}`, ...table, ...verdict, ''].join('\n');
}

function mib(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}

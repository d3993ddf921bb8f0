import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createClient } from '../../runtime/src/client/create-client.js';
import type { Client } from '../../runtime/src/client/client.js';
import { loadConfig } from '../../runtime/src/configuration/load-config.js';
import { createTransport } from '../../runtime/src/transport/create-transport.js';
import { Lease } from '../../runtime/src/k8s/coordination/v1.js';
import { Namespace } from '../../runtime/src/k8s/core/v1.js';
import { createRandom } from '../../runtime/src/testing/random.js';
import { startChanges, type Changes } from './changes.js';
import { startCluster, type Cluster } from './cluster.js';
import { election, lease } from './foo.js';
import { judgeCache, judgeObjects, readTruth } from './judge.js';
import { leadershipOf } from './leadership.js';
import { Operator } from './operator-process.js';
import { judgeEnd, totalsOf, type StormReport } from './report.js';
import { startStriker, type Striker } from './striker.js';
import { answerWhileFrozen, makeBlows, makeStrikes, type Blow } from './strikes.js';

export interface StormOptions {
  /** The same seed gives the same changes and the same faults, in the same order. */
  readonly seed: number;
  /** How many faults strike, at least. */
  readonly faults: number;
  /** Told of what happens, a line each. */
  readonly log?: (line: string) => void;
}

/** One operator process with the proxy before it. */
export interface Slot {
  readonly operator: Operator;
  readonly striker: Striker;
}

/** Milliseconds within which everything has to be well after the last fault. */
const timeToSettle = 90_000;

/** Strikes two operators while objects are created, changed and deleted; then says whether all came out well. */
export async function runStorm({ seed, faults, log = () => undefined }: StormOptions): Promise<StormReport> {
  const cluster = await startCluster();
  const transport = createTransport(await loadConfig({ kubeconfig: cluster.environment.kubeconfigPath }));
  const client = createClient(transport);
  const slots: Slot[] = [];
  const struck = new Map<string, number>();
  const count = (name: string): void => void struck.set(name, (struck.get(name) ?? 0) + 1);
  const delay = monitorEventLoopDelay();
  delay.enable();
  let changes: Changes | undefined;
  let poll: NodeJS.Timeout | undefined;
  try {
    await client.create(Namespace, { metadata: { name: 'other' } });
    for (const name of ['one', 'other']) slots.push(await startSlot(name, cluster, count));
    await settle(client, slots, new Map(), log);
    log('both operators run');
    changes = startChanges(client, { seed, names: 120, pause: 60 });
    const started = performance.now();
    // Asked often: what a life did is told by nobody once it was killed.
    poll = setInterval(() => void Promise.all(slots.map(({ operator }) => operator.state())), 1000);
    await strikeAll({ seed, faults, cluster, client, slots, changes, count, log });
    for (const { striker } of slots) striker.stop();
    await changes.stop();
    clearInterval(poll);
    log(`${[...struck.values()].reduce((sum, each) => sum + each, 0)} faults have struck; waiting for quiet`);
    const unsettled = await settle(client, slots, changes.payloads, log);
    const leftAt = new Map(slots.flatMap(({ striker }) => [...striker.leftAt]));
    const events = cluster.auditEvents();
    const leadership = leadershipOf(events, cluster.isOperator, leftAt, cluster.restores);
    const seconds = (performance.now() - started) / 1000;
    const longestDelay = delay.max / 1e6;
    const end = await judgeEnd(slots, leadership);
    return {
      seed,
      problems: [...unsettled, ...end.problems],
      totals: totalsOf({
        events,
        cluster,
        slots,
        changes,
        struck,
        leadership,
        seconds,
        longestDelay,
        memory: end.memory,
      }),
    };
  } finally {
    delay.disable();
    clearInterval(poll);
    await changes?.stop();
    await Promise.all(slots.map(({ operator }) => operator.stop()));
    await Promise.all(slots.map(({ striker }) => striker.proxy.close()));
    transport.close();
    await cluster.stop();
  }
}

async function startSlot(name: string, cluster: Cluster, count: (name: string) => void): Promise<Slot> {
  const striker = await startStriker(cluster.environment, count);
  const operator = new Operator({
    name,
    bundle: cluster.bundle,
    guard: cluster.guard,
    nextUser: async () => {
      const { user, kubeconfig } = await cluster.nextUser();
      const path = await striker.proxy.kubeconfig(kubeconfig);
      // By name: a name can fail to be found.
      await writeFile(path, (await readFile(path, 'utf8')).replace('https://127.0.0.1:', 'https://localhost:'));
      return { user, kubeconfig: path };
    },
  });
  operator.start();
  return { operator, striker };
}

interface Field {
  readonly seed: number;
  readonly faults: number;
  readonly cluster: Cluster;
  readonly client: Client;
  readonly slots: readonly Slot[];
  readonly changes: Changes;
  readonly count: (name: string) => void;
  readonly log: (line: string) => void;
}

/** Strikes and blows at the same time, each in the order that the seed gives. */
async function strikeAll(field: Field): Promise<void> {
  const { seed, faults, slots } = field;
  const random = createRandom(seed + 2);
  const strikes = makeStrikes(seed, faults);
  const { rough, calm } = makeBlows(seed, Math.ceil(faults / 40));
  const striking = async (): Promise<void> => {
    for (const strike of strikes) {
      const chosen = slots[random.below(slots.length)]!;
      // One that waits for the lease asks for little: what is left over strikes the other.
      const slot = chosen.striker.isIdle() ? chosen : (slots.find(({ striker }) => striker.isIdle()) ?? chosen);
      await slot.striker.strike(strike);
      await sleep(40 + random.below(160));
    }
  };
  const blowing = async (): Promise<void> => {
    const pauses = createRandom(seed + 3);
    const deal = async (blows: readonly Blow[]): Promise<void> => {
      for (const blow of blows) {
        await sleep(1000 + pauses.below(4000));
        field.log(blow);
        await dealBlow(blow, pauses.next(), field);
        field.count(blow);
      }
    };
    await deal(rough);
    // From here on nobody should lose the lease: what the processes leak would be gone with them.
    for (const { striker } of slots) striker.spareLease();
    await deal(calm);
  };
  await Promise.all([striking(), blowing()]);
  for (let waited = 0; waited < 10_000 && !slots.every(({ striker }) => striker.isIdle()); waited += 100)
    await sleep(100);
}

/** @param chance 0 to 1: which operator, and how long */
async function dealBlow(blow: Blow, chance: number, { cluster, client, slots, changes }: Field): Promise<void> {
  const slot = slots[Math.floor(chance * slots.length)]!;
  switch (blow) {
    case 'API server restarted':
      await cluster.environment.stopApiServer();
      await sleep(chance * 2000);
      await cluster.environment.startApiServer();
      break;
    case 'etcd compacted':
      await cluster.compact();
      break;
    case 'token rotated':
      await slot.striker.proxy.rotateTokens();
      break;
    case 'certificate swapped':
      await slot.striker.proxy.swapCertificate(chance < 0.5 ? 'same' : 'new');
      break;
    case 'handshakes hang':
      slot.striker.proxy.hangHandshakes(500 + chance * 2500);
      break;
    case 'names not found':
      await slot.operator.tell(`/names?milliseconds=${Math.round(500 + chance * 5000)}`);
      // Names are looked up for new connections alone.
      slot.striker.proxy.breakWatches('reset');
      break;
    case 'clock set forward':
      await slot.operator.tell(`/clock?milliseconds=${Math.round(chance * 86_400_000)}`);
      break;
    case 'clock set back':
      await slot.operator.tell(`/clock?milliseconds=${Math.round(-chance * 86_400_000)}`);
      break;
    case 'CRD deleted and made anew':
      await changes.held(() => cluster.renewKind());
      break;
    case 'etcd restored': {
      const backup = await cluster.environment.backUp();
      await sleep(1000 + chance * 2000);
      await changes.held(() => cluster.restore(backup));
      break;
    }
    case 'leader frozen': {
      const holder = await client.getOrNull(Lease, lease).catch(() => null);
      const leader = slots.find(({ operator }) => operator.identity === holder?.spec?.holderIdentity) ?? slot;
      for (let each = 0; each < 3; each += 1) await leader.striker.strike(answerWhileFrozen);
      await sleep(300);
      await leader.operator.freeze(election.leaseDuration + 1500 + chance * 1500);
      break;
    }
    case 'operator killed':
      slot.operator.kill();
  }
}

/** Waits until the objects are reconciled and the caches are equal to the server; answers what is wrong when time is over. */
async function settle(
  client: Client,
  slots: readonly Slot[],
  payloads: ReadonlyMap<string, string>,
  log: (line: string) => void,
): Promise<string[]> {
  const end = performance.now() + timeToSettle;
  for (let round = 1; ; round += 1) {
    const problems = await problemsNow(client, slots, payloads).catch((error: unknown) => [String(error)]);
    if (problems.length === 0) return [];
    if (performance.now() > end) return problems;
    if (round % 20 === 0) log(`not yet: ${problems[0]?.slice(0, 300)}`);
    await sleep(500);
  }
}

async function problemsNow(
  client: Client,
  slots: readonly Slot[],
  payloads: ReadonlyMap<string, string>,
): Promise<string[]> {
  // Twice the same: nothing changed while the operators were asked.
  const before = await readTruth(client);
  const states = await Promise.all(slots.map(({ operator }) => operator.state()));
  const after = await readTruth(client);
  if (JSON.stringify(before) !== JSON.stringify(after)) return ['objects are still being changed'];
  return [
    ...judgeObjects(after, payloads),
    ...slots.flatMap(({ operator }, index) => judgeCache(operator.name, states[index], after)),
  ];
}

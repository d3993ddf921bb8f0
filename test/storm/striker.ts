import { setTimeout as sleep } from 'node:timers/promises';
import {
  startFaultProxy,
  type Fault,
  type FaultProxy,
  type ProxiedRequest,
  type TestEnvironment,
} from '../../runtime/src/testing/index.js';
import { lease } from './foo.js';
import type { Strike } from './strikes.js';

/** The proxy before one operator, which strikes it with what it is told. */
export interface Striker {
  readonly proxy: FaultProxy;
  /** When each write arrived here on its way to the API server, by audit id. Milliseconds of the wall clock. */
  readonly leftAt: ReadonlyMap<string, number>;
  /** Resolves when there is room for the strike: the requests that were struck before have come. */
  strike(strike: Strike): Promise<void>;
  /** Whether every strike has found its request. */
  isIdle(): boolean;
  /** The requests for the lease are not struck any more. */
  spareLease(): void;
  /** Forgets the strikes that have not found their request. */
  stop(): void;
}

type Waiting = Extract<Strike, { on: 'request' }>;

/** Strikes that wait for a request at the same time. */
const mostWaiting = 3;

/** @param struck told of each strike that has found what it strikes */
export async function startStriker(environment: TestEnvironment, struck: (name: string) => void): Promise<Striker> {
  const waiting: Waiting[] = [];
  // Lists are rare: these wait for them, and hold nothing else up.
  const waitingForList: Waiting[] = [];
  const leftAt = new Map<string, number>();
  let sparesLease = false;
  const stopped = new AbortController();

  const choose = (request: ProxiedRequest): Fault | undefined => {
    if (request.method !== 'GET') leftAt.set(request.auditID, Date.now());
    if (sparesLease && request.path.includes(`/leases/${lease.name}`)) return undefined;
    for (const strikes of [waitingForList, waiting]) {
      const index = strikes.findIndex((each) => canStrike(each, request));
      if (index < 0) continue;
      const [found] = strikes.splice(index, 1);
      struck(found!.name);
      return found!.fault;
    }
    return undefined;
  };
  const proxy = await startFaultProxy(environment, choose);

  return {
    proxy,
    leftAt,
    strike: async (strike) => {
      if (strike.on === 'request' && strike.streamed) {
        waitingForList.push(strike);
        proxy.breakWatches('expired');
        return;
      }
      if (strike.on === 'request') {
        waiting.push(strike);
        while (waiting.length > mostWaiting && !stopped.signal.aborted) await sleep(20);
        return;
      }
      for (let open = 0; open === 0 && !stopped.signal.aborted;) {
        open = proxy.breakWatches(strike.fault);
        for (let each = 0; each < open; each += 1) struck(strike.name);
        if (open === 0) await sleep(20);
      }
    },
    isIdle: () => waiting.length === 0,
    spareLease: () => {
      sparesLease = true;
    },
    stop: () => {
      stopped.abort();
      waiting.length = 0;
      waitingForList.length = 0;
    },
  };
}

function canStrike({ fault, resource, streamed }: Waiting, { method, path, query, isWatch }: ProxiedRequest): boolean {
  if (streamed) return query.has('sendInitialEvents');
  if (resource !== undefined) return method !== 'GET' && path.includes(`/${resource}`);
  const isList = method === 'GET' && !isWatch && /\/(foos|configmaps)$/.test(path);
  if (fault.type === 'expired') return isList || isWatch;
  // A list may take as long as a request may, and a minute is too long to wait for here.
  return !(fault.type === 'silent' && isList);
}

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Tell } from '../show/message.js';
import type { Target } from './target.js';

/** The end of the cluster that `dev` works in, as others have brought it about. */
export type Loss = 'deleted' | 'reset';

/** Milliseconds between two looks. */
const pause = 1_000;
/** Milliseconds until an answer. */
const limit = 5_000;

/** Watches whether the cluster is still the one that `dev` has begun in. */
export interface Presence {
  readonly close: () => void;
}

/**
 * Looks whether the cluster is there.
 * @param onLoss is called once, when it is another one or none
 */
export function watchPresence(target: Target, tell: Tell, onLoss: (loss: Loss) => void): Presence {
  let identity: string | undefined;
  let isAnswering = true;
  let isClosed = false;
  const look = async (): Promise<void> => {
    const found = await identityOf(target).catch(() => undefined);
    if (isClosed) return;
    identity ??= found;
    const loss = lossOf(target, identity, found);
    if (loss !== undefined) {
      onLoss(loss);
      return;
    }
    if (isAnswering !== (found !== undefined)) tell(answers(target, found !== undefined));
    isAnswering = found !== undefined;
    timer = setTimeout(() => void look(), pause);
  };
  let timer: NodeJS.Timeout | undefined;
  void look();
  return {
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Returns a text that is another one after a reset: the ID of a namespace that every cluster has. */
async function identityOf({ client }: Target): Promise<string> {
  const kind = await client.kindOf({ apiVersion: 'v1', kind: 'Namespace' });
  const { metadata } = await client.get(kind, { name: 'kube-system' }, { signal: AbortSignal.timeout(limit) });
  return metadata.uid;
}

function lossOf({ own }: Target, before: string | undefined, found: string | undefined): Loss | undefined {
  if (found !== undefined) return found === before ? undefined : 'reset';
  return own !== undefined && !existsSync(dirname(own.kubeconfig)) ? 'deleted' : undefined;
}

function answers({ name, own }: Target, isAnswering: boolean): Parameters<Tell>[0] {
  if (isAnswering) return { event: 'note', text: `${name} answers again` };
  const start = own === undefined ? '' : `; to start it again: npx operator-gen cluster up ${own.name}`;
  return { event: 'problem', text: `${name} does not answer${start}` };
}

import type { ServerResponse } from 'node:http';
import type { FaultBody, WatchFault } from './fault-body.js';
import { countOpen } from './open-count.js';

/** The watches that go through a proxy. */
export interface FaultWatches {
  /** Watches that are open now. */
  readonly open: number;
  /** Watches of one path that were open at the same time, at most. */
  most(): number;
  add(body: FaultBody, path: string, response: ServerResponse): void;
  /** Strikes every watch that is open. Returns how many those were. */
  strike(fault: WatchFault): number;
}

export function faultWatches(): FaultWatches {
  const watches = new Set<FaultBody>();
  const count = countOpen();
  return {
    get open() {
      return watches.size;
    },
    most: () => count.most(),
    add: (body, path, response) => {
      // The head leaves now: a watch of which nothing has happened yet is open as well.
      response.flushHeaders();
      watches.add(body);
      const left = count.enter(path);
      const { socket } = response;
      // A client that hangs up has closed the watch. The response closes later, when this side of the connection is shut down
      // as well; by then, the client can have opened its next watch.
      socket?.once('end', left);
      response.once('close', () => {
        watches.delete(body);
        socket?.off('end', left);
        left();
      });
    },
    strike: (fault) => {
      const open = [...watches];
      for (const each of open) each.strike(fault);
      return open.length;
    },
  };
}

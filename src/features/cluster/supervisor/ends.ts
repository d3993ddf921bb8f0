import { statSync } from 'node:fs';
import { quietly } from '../../../base/io/quietly.js';
import type { ProcessSettings } from '../settings.js';

/** The signals that end it, by the names that Go prints. */
const signals = { SIGTERM: 'terminated', SIGINT: 'interrupt' } as const;

const pause = 500;

/** Waits until the process is told to end, its folder is gone or is another one, or its time is over. Returns the reason. */
export function reasonToEnd({ folder, lifetime }: ProcessSettings): Promise<string> {
  const begin = performance.now();
  const identity = identityOf(folder);
  return new Promise((resolve) => {
    for (const [signal, word] of Object.entries(signals)) process.on(signal, () => resolve(`the signal ${word}`));
    // No timer for the lifetime: those of Node.js end after 25 days at the latest.
    setInterval(() => {
      if (identityOf(folder) !== identity) resolve('its folder, which is gone');
      if (lifetime > 0 && performance.now() - begin >= lifetime * 1000) resolve(`its lifetime of ${lifetime} s`);
    }, pause);
  });
}

/** Returns a text that differs for another folder at the same path. */
function identityOf(folder: string): string {
  const stats = quietly(() => statSync(folder, { bigint: true }));
  return stats === undefined ? '' : `${stats.dev} ${stats.ino}`;
}

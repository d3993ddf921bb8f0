import type { Host } from '../../src/io/host.js';

const changing = ['write', 'copy', 'sync', 'rename', 'remove', 'makeFolder', 'removeFolder'] as const;

/** A host that calls `fault` once, in place of the n-th call that changes something, counted from 0. */
export function faultAt(host: Host, n: number, fault: (call: string) => void): Host & { calls(): number } {
  let count = 0;
  const wrap =
    (name: (typeof changing)[number]) =>
    (...args: never[]): void => {
      count += 1;
      if (count === n + 1) fault(`${name}(${String(args[0])})`);
      (host[name] as (...args: never[]) => void)(...args);
    };
  return { ...host, ...Object.fromEntries(changing.map((name) => [name, wrap(name)])), calls: () => count };
}

/** What the disk says when it is full. */
export function diskFull(): never {
  throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
}

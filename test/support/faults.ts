import type { Host } from '../../src/base/io/host.js';

type Call = keyof Host;

/** The calls that change something. */
export const changingCalls: readonly Call[] = [
  'write',
  'copy',
  'sync',
  'rename',
  'remove',
  'makeFolder',
  'removeFolder',
  'makeRecordFolder',
];

/** The calls that only read. */
const askingCalls: readonly Call[] = ['kind', 'read', 'list', 'realpath', 'mode', 'hash', 'identity', 'recordFolders'];

export const allCalls: readonly Call[] = [...changingCalls, ...askingCalls];

/** Returns a host that calls `meddle` before each of these calls, which are counted from 0. */
export function meddledHost(
  host: Host,
  calls: readonly Call[],
  meddle: (n: number, call: string) => void,
): Host & { calls(): number } {
  let count = 0;
  const wrap =
    (name: Call) =>
    (...args: readonly unknown[]): unknown => {
      count += 1;
      meddle(count - 1, `${name}(${String(args[0])})`);
      return (host[name] as (...given: readonly unknown[]) => unknown)(...args);
    };
  return { ...host, ...Object.fromEntries(calls.map((name) => [name, wrap(name)])), calls: () => count };
}

/** Returns a host that calls `fault` once, in place of the n-th call that changes something, counted from 0. */
export function faultAt(
  host: Host,
  n: number,
  fault: (call: string) => void,
  calls = changingCalls,
): Host & { calls(): number } {
  return meddledHost(host, calls, (each, call) => {
    if (each === n) fault(call);
  });
}

/** Returns the error that the system reports when a call fails. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: refused by the test`), { code });
}

/** Throws the error of a full disk. */
export function diskFull(): never {
  throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
}

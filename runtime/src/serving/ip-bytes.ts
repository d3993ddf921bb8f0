import { isIPv4 } from 'node:net';

/** Returns an IP address as four or sixteen bytes. */
export function ipBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  // The URL form contains only hexadecimal groups, and `::` for the longest run of zeros.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const [first, last] = [groups(before), groups(after ?? '')];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0);
  return Buffer.from([...first, ...zeros, ...last].flatMap((group) => [group >> 8, group & 0xff]));
}

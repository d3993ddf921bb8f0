import type { Message } from './message.js';

/** Objects whose last failure is remembered. */
const mostObjects = 1_000;

/**
 * Returns a function that shortens a failure that was shown before, and drops most of its repetitions: the backoff of a
 * controller begins with 10 in a second.
 */
export function withoutRepeats(): (message: Message) => Message | undefined {
  const last = new Map<string, { readonly error: string; readonly times: number }>();
  return (message) => {
    if (message.event === 'started') last.clear();
    if (message.event === 'reconciled') last.delete(`${message.controller} ${message.object}`);
    if (message.event !== 'failed') return message;
    const key = `${message.controller} ${message.object}`;
    const before = last.get(key);
    const times = before?.error === message.error ? before.times + 1 : 1;
    last.set(key, { error: message.error, times });
    if (last.size > mostObjects) last.delete(last.keys().next().value!);
    if (times === 1) return message;
    const { at: _, ...rest } = message;
    // After 4, 16, 64, ... times.
    return Number.isInteger(Math.log2(times) / 2) ? { ...rest, error: 'the same error' } : undefined;
  };
}

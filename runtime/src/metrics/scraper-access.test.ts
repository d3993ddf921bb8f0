import { afterEach, describe, expect, it, vi } from 'vitest';
import { resourceInfo } from '../api/resource.js';
import type { Client } from '../client/client.js';
import { scraperAccess } from './scraper-access.js';

/** Creates an API server that knows a changeable set of tokens. It counts the token reviews. */
function reviewer(known: Set<string>) {
  const reviewed: string[] = [];
  const create = async (kind: object, { spec }: { spec: { token?: string } }) => {
    if (resourceInfo(kind as never).kind !== 'TokenReview') return { status: { allowed: true } };
    reviewed.push(spec.token!);
    return { status: { authenticated: known.has(spec.token!), user: { username: 'scraper' } } };
  };
  return { reviewed, client: { create } as unknown as Client };
}

/** Advances the monotonic clock, and the wall clock with it. */
const pass = (milliseconds: number): unknown => vi.advanceTimersByTime(milliseconds);
/** Changes only the wall clock. */
const setClock = (jump: number): unknown => vi.setSystemTime(Date.now() + jump);

const day = 86_400_000;

afterEach(() => vi.useRealTimers());

describe('a verdict on a scraper', () => {
  it.each([
    ['is not set', 0],
    ['is set back by a day', -day],
    ['is set forward by a day', day],
  ])('is forgotten after ten seconds when the clock %s, and not before', async (_, jump) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const known = new Set(['t']);
    const { reviewed, client } = reviewer(known);
    const access = scraperAccess(client);
    expect(await access('Bearer t', '/metrics')).toBe(200);
    setClock(jump);
    pass(9_999);
    expect(await access('Bearer t', '/metrics')).toBe(200);
    expect(reviewed).toEqual(['t']);
    known.delete('t');
    pass(2);
    expect(await access('Bearer t', '/metrics')).toBe(401);
  });

  it('stays known however many tokens someone makes up, none of which is kept for long', async () => {
    const { reviewed, client } = reviewer(new Set(['t']));
    const access = scraperAccess(client);
    await access('Bearer t', '/metrics');
    for (let index = 0; index < 1000; index += 1) {
      await access(`Bearer made-up-${index}`, '/metrics');
      if (index % 50 === 0) await access('Bearer t', '/metrics');
    }
    expect(reviewed.filter((token) => token === 't')).toEqual(['t']);
    // The least recently used ones were evicted.
    await access('Bearer made-up-1', '/metrics');
    expect(reviewed.filter((token) => token === 'made-up-1')).toHaveLength(2);
  });

  it('is that of one path and one token, wherever one ends and the other begins', async () => {
    const { reviewed, client } = reviewer(new Set());
    const access = scraperAccess(client);
    await access('Bearer b c', '/a');
    await access('Bearer c', '/a b');
    expect(reviewed).toEqual(['b c', 'c']);
  });

  it('is asked for again when the question failed', async () => {
    let isDown = true;
    const { client } = reviewer(new Set(['t']));
    const create = ((...given: never[]) =>
      isDown ? Promise.reject(new Error('down')) : (client.create as (...all: never[]) => unknown)(...given)) as never;
    const access = scraperAccess({ create } as unknown as Client);
    await expect(access('Bearer t', '/metrics')).rejects.toThrow('down');
    isDown = false;
    expect(await access('Bearer t', '/metrics')).toBe(200);
  });
});

import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { logInto } from '../../../test/support/logs.js';
import { ApiError } from '../transport/api-error.js';
import type { Client } from '../client/client.js';
import { NotLeaderError } from '../transport/not-leader-error.js';
import type { Event } from '../k8s/events/v1.js';
import { FakeClock } from '../testing/clock/fake-clock.js';
import { EventBroadcaster } from './event-broadcaster.js';

const minutes = 60_000;
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'shop', uid: '1' } };
const failed = { type: 'Warning', reason: 'PullFailed', action: 'Pull', note: 'no such image' } as const;

type Write = { readonly verb: 'create' | 'patch'; readonly event: Partial<Event> };

function running(options: { retryPeriod?: number } = {}) {
  const clock = new FakeClock();
  const writes: Write[] = [];
  const lines: Record<string, any>[] = [];
  const server: { fail: (write: Write) => unknown } = { fail: () => undefined };
  const write = async (each: Write): Promise<unknown> => {
    writes.push(each);
    await turn();
    const error = server.fail(each);
    if (error !== undefined) throw error;
    return each.event;
  };
  const client = {
    create: (_: unknown, event: Event) => write({ verb: 'create', event }),
    patch: (_: unknown, { metadata }: Event, event: Event) => write({ verb: 'patch', event: { ...event, metadata } }),
  } as unknown as Client;
  const log = logInto(lines);
  const broadcaster = new EventBroadcaster({ client, instance: 'host', log, clock, ...options });
  broadcaster.start();
  return { broadcaster, recorder: broadcaster.recorder('tester'), clock, writes, lines, server };
}

/** Waits until all pending work is done. */
async function settled(): Promise<void> {
  for (let count = 0; count < 200; count += 1) await turn();
}

const refused = (code: number, reason: string, details?: object): ApiError =>
  new ApiError({ code, reason, message: reason, ...(details && { details }) }, 'create events');

describe('an event that happens again', () => {
  it('is counted in one series, which is written when its count has doubled', async () => {
    const { recorder, writes, broadcaster } = running();
    for (let count = 0; count < 100; count += 1) {
      recorder.event(pod, failed);
      await settled();
    }
    expect(writes.map(({ verb, event }) => [verb, event.series?.count])).toEqual([
      ['create', undefined],
      ...[2, 4, 8, 16, 32, 64].map((count) => ['patch', count]),
    ]);
    expect(new Set(writes.map(({ event }) => event.metadata?.name)).size).toBe(1);
    await broadcaster.stop(1000);
    expect(writes.at(-1)).toMatchObject({
      verb: 'patch',
      event: { series: { count: 100, lastObservedTime: expect.stringMatching(/\.\d{6}Z$/) } },
    });
  });

  it('is written every half an hour while it goes on, and begins again after six minutes without it', async () => {
    const { recorder, writes, clock } = running();
    const again = async (): Promise<void> => {
      recorder.event(pod, failed);
      await settled();
    };
    for (let count = 0; count < 20; count += 1) await again();
    const written = () => writes.map(({ event }) => event.series?.count);
    expect(written().at(-1)).toBe(16);
    for (let count = 20; count < 25; count += 1) {
      await clock.advanceAsync(5 * minutes);
      await again();
    }
    expect(written().at(-1)).toBe(16);
    await clock.advanceAsync(5 * minutes);
    await settled();
    expect(written().at(-1)).toBe(25);
    await again();
    expect(written().at(-1)).toBe(25);
    await clock.advanceAsync(7 * minutes);
    await settled();
    expect(written().at(-1)).toBe(26);
    await again();
    expect(writes.at(-1)).toMatchObject({ verb: 'create', event: { note: failed.note } });
    expect(writes.at(-1)?.event.series).toBeUndefined();
    expect(writes.at(-1)?.event.metadata?.name).not.toBe(writes[0]?.event.metadata?.name);
  });

  it('is another one with another note, reason, object or type, and the same with another version of its object', async () => {
    const { recorder, writes } = running();
    recorder.event(pod, failed);
    recorder.event({ ...pod, metadata: { ...pod.metadata, resourceVersion: '7' } }, failed);
    recorder.event(pod, { ...failed, note: 'timeout' });
    recorder.event(pod, { ...failed, reason: 'PullSlow' });
    recorder.event(pod, { ...failed, type: 'Normal' });
    recorder.event({ ...pod, metadata: { ...pod.metadata, uid: '2' } }, failed);
    await settled();
    expect(writes.map(({ verb, event }) => [verb, event.series?.count])).toEqual([
      ...Array.from({ length: 5 }, () => ['create', undefined]),
      ['patch', 2],
    ]);
  });

  it('is stored again when the server has forgotten it', async () => {
    const { recorder, writes, server, lines } = running();
    recorder.event(pod, failed);
    await settled();
    server.fail = ({ verb }) => (verb === 'patch' ? refused(404, 'NotFound') : undefined);
    recorder.event(pod, failed);
    await settled();
    expect(writes.map(({ verb, event }) => [verb, event.series?.count])).toEqual([
      ['create', undefined],
      ['patch', 2],
      ['create', 2],
    ]);
    expect(lines).toEqual([]);
  });
});

describe('an object with many different events', () => {
  it('has 25 of them at once and one more every five minutes; others are not affected', async () => {
    const { recorder, writes, clock } = running();
    const say = (note: string): void => recorder.event(pod, { ...failed, note });
    for (let count = 0; count < 100; count += 1) say(`failure ${count}`);
    recorder.event({ ...pod, metadata: { ...pod.metadata, name: 'other', uid: '2' } }, failed);
    await settled();
    expect(writes).toHaveLength(26);
    await clock.advanceAsync(10 * minutes);
    for (let count = 0; count < 100; count += 1) say(`later failure ${count}`);
    await settled();
    expect(writes).toHaveLength(28);
    // Repeats of admitted events are still counted.
    say('later failure 0');
    await settled();
    expect(writes.at(-1)).toMatchObject({ verb: 'patch', event: { series: { count: 2 } } });
  });
});

describe('an event that cannot be written', () => {
  it('never throws at who records it, and is logged once', () => {
    const { recorder, lines, writes } = running();
    const wrong: unknown[] = [null, {}, { metadata: { name: 'x' } }, { kind: 'Pod', metadata: { name: 'x' } }];
    for (const each of wrong) recorder.event(each as never, failed);
    recorder.event(pod, { ...failed, reason: '' });
    recorder.event(pod, null as never);
    expect(lines).toMatchObject([{ level: 'warn', msg: 'an event could not be recorded' }]);
    expect(writes).toEqual([]);
    const named = running();
    named.recorder.event({ metadata: { name: 'x' } }, failed);
    expect(named.lines[0]?.['error'].message).toMatch(/apiVersion, kind and metadata\.name/);
  });

  it('is tried twelve times where the server does not answer, and then given up for the next', async () => {
    const { recorder, writes, lines, server } = running({ retryPeriod: 0 });
    server.fail = ({ event }) => (event.note === 'one' ? new Error('ECONNREFUSED') : undefined);
    recorder.event(pod, { ...failed, note: 'one' });
    recorder.event(pod, { ...failed, note: 'two' });
    await expect.poll(() => writes.length, { timeout: 5000 }).toBe(13);
    expect(writes.filter(({ event }) => event.note === 'one')).toHaveLength(12);
    await settled();
    expect(lines).toMatchObject([
      { level: 'warn', msg: 'events cannot be written for now' },
      { level: 'info', msg: 'events can be written again' },
    ]);
  });

  it('is given up at once where the server refuses it, this process does not lead, or its namespace goes away', async () => {
    const { recorder, writes, lines, server } = running();
    const errors = [
      refused(403, 'Forbidden', { causes: [{ reason: 'NamespaceTerminating' }] }),
      refused(404, 'NotFound'),
      refused(409, 'AlreadyExists'),
      new NotLeaderError('create events'),
      refused(403, 'Forbidden'),
      refused(403, 'Forbidden'),
    ];
    server.fail = () => errors[writes.length - 1];
    for (const [index] of errors.entries()) recorder.event(pod, { ...failed, note: `${index}` });
    await settled();
    expect(writes).toHaveLength(errors.length);
    expect(lines).toMatchObject([
      {
        level: 'warn',
        msg: 'the API server rejects events',
        error: { message: expect.stringContaining('@Rbac(') },
      },
    ]);
  });

  it('does not keep the end waiting for longer than it may', async () => {
    const { recorder, broadcaster, server, lines } = running();
    server.fail = () => new Error('ECONNREFUSED');
    for (let count = 0; count < 3; count += 1) recorder.event(pod, { ...failed, note: `${count}` });
    await broadcaster.stop(100);
    expect(lines.at(-1)).toMatchObject({ msg: 'some events were not written', events: 3 });
  });

  it('does not fill the memory while the server is away', async () => {
    const { recorder, broadcaster, server, lines } = running();
    server.fail = () => new Error('ECONNREFUSED');
    for (let count = 0; count < 5000; count += 1) {
      recorder.event({ ...pod, metadata: { ...pod.metadata, uid: String(count) } }, failed);
    }
    await settled();
    await broadcaster.stop(0);
    expect(lines.at(-1)?.['events']).toBeLessThanOrEqual(4096);
  });
});

describe('a recorder', () => {
  it.each(['web-controller', 'example.com/web', 'a'.repeat(63)])('may be called %s', (name) => {
    expect(() => running().broadcaster.recorder(name)).not.toThrow();
  });

  it.each(['', 'a b', 'a/b/c', 'Ä', '-a', 'a'.repeat(64)])('may not be called "%s"', (name) => {
    expect(() => running().broadcaster.recorder(name)).toThrow(/is not a valid name of an event recorder/);
  });
});

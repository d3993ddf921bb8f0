import { expect, it } from 'vitest';
import { FakeClock } from '../testing/clock/fake-clock.js';
import { sharedReport } from './shared-report.js';

it('creates one report for 2,400 scrapes within a second, also where it fails', async () => {
  const clock = new FakeClock();
  let created = 0;
  const report = sharedReport(
    {
      report: async () => {
        if ((created += 1) === 2) throw new Error('a collector failed');
        return { contentType: 'text/plain', text: `report ${created}` };
      },
    },
    clock,
  );
  const texts = await Promise.all(Array.from({ length: 2400 }, async () => (await report()).text));
  expect(new Set(texts)).toEqual(new Set(['report 1']));
  clock.advance(999);
  expect((await report()).text).toBe('report 1');
  clock.advance(1);
  await expect(report()).rejects.toThrow('a collector failed');
  await expect(report()).rejects.toThrow('a collector failed');
  clock.advance(1000);
  expect((await report()).text).toBe('report 3');
  expect(created).toBe(3);
});

import { describe, expect, it } from 'vitest';
import { logInto } from '../../../test/support/logs.js';
import { oddValues } from '../../../test/support/odd-values.js';
import { parseAddress, type Listening } from './listen.js';
import { HealthChecks } from './health-checks.js';
import { startProbes } from './probes.js';

const query = (text: string) => new URLSearchParams(text);

function checks(): HealthChecks {
  const made = new HealthChecks();
  made.add('ping', () => undefined);
  made.add('disk', () => Promise.reject(new Error('full')));
  return made;
}

describe('health checks', () => {
  it('answer ok in one word, and say which failed, but not why', async () => {
    const good = new HealthChecks();
    good.add('ping', () => undefined);
    expect(await good.runAll('healthz', query(''))).toEqual({ code: 200, text: 'ok' });
    expect(await good.runAll('healthz', query('verbose'))).toEqual({
      code: 200,
      text: '[+]ping ok\nhealthz check passed\n',
    });
    const failed: string[][] = [];
    expect(await checks().runAll('readyz', query(''), undefined, (...each) => failed.push(each))).toEqual({
      code: 500,
      text: '[+]ping ok\n[-]disk failed: reason withheld\nreadyz check failed\n',
    });
    expect(failed).toEqual([['disk', 'full']]);
  });

  it('leave out what is excluded, and say so of names that they do not know', async () => {
    expect(await checks().runAll('readyz', query('exclude=disk&exclude=none&verbose'))).toEqual({
      code: 200,
      text:
        '[+]ping ok\n[+]disk excluded: ok\n' +
        'warn: there are no checks none that could be excluded\nreadyz check passed\n',
    });
  });

  it('are asked one by one', async () => {
    expect(await checks().runOne('ping')).toEqual({ code: 200, text: 'ok' });
    expect(await checks().runOne('disk')).toEqual({ code: 500, text: 'full' });
    expect(await checks().runOne('none')).toMatchObject({ code: 404 });
  });

  it('fail when they throw whatever it is, and when they do not settle', async () => {
    const made = new HealthChecks();
    made.add('throws', () => {
      throw 'a text';
    });
    made.add('hangs', () => new Promise(() => undefined));
    expect(await made.runOne('throws')).toEqual({ code: 500, text: 'a text' });
    const begun = performance.now();
    expect(await made.runOne('hangs')).toEqual({ code: 500, text: 'no answer in 5 s' });
    expect(performance.now() - begun).toBeGreaterThan(4900);
  });

  it.each(oddValues)('fail when they throw %s', async (_, make) => {
    const made = new HealthChecks();
    made.add('odd', () => {
      throw make();
    });
    expect(await made.runOne('odd')).toMatchObject({ code: 500 });
    expect(await made.runAll('readyz', query(''))).toMatchObject({ code: 500 });
  });

  it('have names of their own', () => {
    expect(() => checks().add('ping', () => undefined)).toThrow(/health check ping already/);
  });
});

it('serves the checks by their paths, whatever else it is asked', async () => {
  const lines: object[] = [];
  const log = logInto(lines);
  const readyz = checks();
  const healthz = new HealthChecks();
  const server: Listening = await startProbes(parseAddress('127.0.0.1:0', '--flag')!, { healthz, readyz }, log);
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).status;
  const codes = await Promise.all(
    [
      '/healthz',
      '/healthz/',
      '/readyz',
      '/readyz?exclude=disk',
      '/readyz/ping',
      '/readyz/disk',
      '/readyz/none',
      '/',
      '//',
      '/readyz/ping/x',
      '/readyz/%zz',
    ].map(ask),
  );
  await ask('/readyz');
  expect(lines.filter((line) => 'check' in line)).toMatchObject([
    { level: 'info', msg: 'a health check failed', endpoint: 'readyz', check: 'disk', reason: 'full' },
  ]);
  expect(codes).toEqual([200, 200, 500, 200, 200, 500, 404, 404, 404, 404, 404]);
  await server.close();
});

import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/tree.js';
import type { CredentialSource } from '../transport/cluster-config.js';
import { execCredential, type ExecConfig, type ExecOptions } from './exec-credential.js';

const v1 = 'client.authentication.k8s.io/v1';

interface Plugin {
  readonly source: CredentialSource;
  readonly folder: string;
  /** Returns how often it was run. */
  runs(): number;
}

/** Creates a plug-in whose body is JavaScript that writes its answer with `answer(status)`. */
function plugin(body: string, config: Partial<ExecConfig> = {}, options: Partial<ExecOptions> = {}): Plugin {
  const folder = temporaryFolder({
    'plugin.cjs': `#!${process.execPath}
      const fs = require('node:fs');
      const file = (name) => require('node:path').join(__dirname, name);
      fs.appendFileSync(file('runs'), 'x');
      const runs = fs.readFileSync(file('runs'), 'utf8').length;
      const info = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
      const answer = (status, apiVersion = info.apiVersion) =>
        console.log(JSON.stringify({ apiVersion, kind: 'ExecCredential', status }));
      ${body}`,
  });
  chmodSync(join(folder, 'plugin.cjs'), 0o755);
  const source = execCredential(
    { apiVersion: v1, command: './plugin.cjs', ...config },
    { cluster: { server: 'https://c' }, folder, ...options },
  );
  const runs = () => (existsSync(join(folder, 'runs')) ? readFileSync(join(folder, 'runs'), 'utf8').length : 0);
  return { source, folder, runs };
}

afterEach(() => vi.useRealTimers());

describe('the program', () => {
  it('is run once for all who wait, and its answer is kept', async () => {
    const { source, runs } = plugin('setTimeout(() => answer({ token: `t${runs}` }), 50);');
    const answers = await Promise.all([source.get(), source.get(), source.get()]);
    expect(new Set(answers)).toEqual(new Set([{ token: 't1' }]));
    expect(await source.get()).toEqual({ token: 't1' });
    expect(runs()).toBe(1);
  });

  it('is run again shortly before its answer ends', async () => {
    const { source } = plugin(
      'answer({ token: `t${runs}`, expirationTimestamp: new Date(Date.now() + 60_000).toISOString() });',
    );
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    expect(await source.get()).toEqual({ token: 't1' });
    vi.advanceTimersByTime(45_000);
    expect(await source.get()).toEqual({ token: 't1' });
    vi.advanceTimersByTime(10_000);
    expect(await source.get()).toEqual({ token: 't2' });
  });

  it('is run again when its answer was refused, and not when an older one was', async () => {
    const { source, runs } = plugin('answer({ token: `t${runs}` });');
    const first = await source.get();
    source.rejected?.(first);
    expect(await source.get()).toEqual({ token: 't2' });
    source.rejected?.(first);
    expect(await source.get()).toEqual({ token: 't2' });
    expect(runs()).toBe(2);
  });

  it('answers with a client certificate as well', async () => {
    const { source } = plugin("answer({ clientCertificateData: 'CERT', clientKeyData: 'KEY' });");
    const credential = await source.get();
    expect(credential).toEqual({ clientCertificate: 'CERT', clientKey: 'KEY' });
    source.rejected?.({ ...credential });
    expect(await source.get()).not.toBe(credential);
  });

  it('gets its arguments, its variables, and the cluster where it asks for it', async () => {
    const body = 'answer({ token: JSON.stringify([process.argv.slice(2), process.env.COLOUR, info.spec]) });';
    const config = { args: ['a', 'b c'], env: [{ name: 'COLOUR', value: 'red' }] };
    const told = async (more: Partial<ExecConfig>) =>
      JSON.parse((await plugin(body, { ...config, ...more }).source.get()).token!) as unknown;
    expect(await told({})).toEqual([['a', 'b c'], 'red', { interactive: false }]);
    const cluster = { server: 'https://c' };
    expect(await told({ provideClusterInfo: true })).toEqual([['a', 'b c'], 'red', { interactive: false, cluster }]);
    expect(await told({ apiVersion: 'client.authentication.k8s.io/v1beta1' })).toHaveLength(3);
  });

  it('that asks a question gets no answer, and does not wait for one', async () => {
    const body = "answer({ token: `read ${fs.readFileSync(0, 'utf8').length}` });";
    expect(await plugin(body, {}, { timeout: 10_000 }).source.get()).toEqual({ token: 'read 0' });
  });

  it('is looked for on the PATH when it is named without a path', async () => {
    const { source } = plugin('', { command: 'node', args: ['-p', `'{"apiVersion":"${v1}","status":{"token":"t"}}'`] });
    expect(await source.get()).toEqual({ token: 't' });
  });
});

describe('a clear error', () => {
  it.each([
    [
      'is not there',
      '',
      { command: './missing', installHint: 'brew install it' },
      /\.\/missing failed: there is no such program; install it, or .*\nbrew install it$/,
    ],
    [
      'fails',
      'console.error("log in first"); process.exit(3);',
      { args: ['--password=secret'] },
      /plugin\.cjs failed: it ended with 3: log in first$/,
    ],
    ['fails without a word', 'process.exit(1);', {}, /failed: it ended with 1: it said nothing$/],
    ['may not be run', '', { command: '.' }, /\. failed: it is not executable \(EACCES\)$/],
    ['prints rubbish', 'console.log("secret-token");', {}, /failed: its answer is not JSON$/],
    ['prints null', 'console.log("null");', {}, /its answer is not an ExecCredential: it has no apiVersion$/],
    [
      'answers in another version',
      `answer({ token: 't' }, '${v1}beta1');`,
      {},
      /it answered in .*v1beta1, not in .*v1$/,
    ],
    ['answers with nothing', 'answer({});', {}, /neither a token nor a certificate/],
    [
      'answers with half a certificate',
      "answer({ clientCertificateData: 'c' });",
      {},
      /neither a token nor a certificate/,
    ],
    [
      'says no time',
      "answer({ token: 't', expirationTimestamp: 'soon' });",
      {},
      /its expirationTimestamp is not a time/,
    ],
  ])('comes of a program that %s, at every attempt', async (_, body, config, message) => {
    const { source } = plugin(body, config);
    await expect(source.get()).rejects.toThrow(message);
    await expect(source.get()).rejects.toMatchObject({ name: 'ConfigError' });
  });

  it('comes of a program that hangs', async () => {
    const body = "process.on('SIGTERM', () => {}); setTimeout(() => {}, 20_000);";
    const { source } = plugin(body, {}, { timeout: 500 });
    await expect(source.get()).rejects.toThrow('failed: no answer in 500 ms');
  });

  it('is forgotten when the program works again', async () => {
    const { source, folder } = plugin('process.exit(1);');
    await expect(source.get()).rejects.toThrow('failed');
    const script = `#!${process.execPath}\nconsole.log('{"apiVersion":"${v1}","status":{"token":"t"}}')`;
    writeFileSync(join(folder, 'plugin.cjs'), script);
    expect(await source.get()).toEqual({ token: 't' });
  });

  it('comes at once of a plug-in that can never work here', () => {
    expect(() => plugin('', { apiVersion: 'client.authentication.k8s.io/v1alpha1' })).toThrow(
      /speaks .*v1alpha1; known are/,
    );
    expect(() => plugin('', { interactiveMode: 'Always' })).toThrow('requires a terminal');
  });
});

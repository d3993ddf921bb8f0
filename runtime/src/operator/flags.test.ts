import { describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest';
import { parseFlags, type Flag } from './flags.js';
import { managerOptionsOf, servesWebhooks, unservedWebhooks, withSettings } from './manager-options.js';
import { standardFlags } from './standard-flags.js';

const own = {
  region: { type: 'string', description: 'region of the cloud', default: 'north' },
  account: { type: 'string', description: 'account', env: 'ACCOUNT_OF_TEST' },
  tier: { type: 'string', description: 'tier', choices: ['free', 'paid'], default: 'free' },
  retries: { type: 'number', description: 'retries', minimum: 0, maximum: 9, default: 3 },
  'dry-run': { type: 'boolean', description: 'change nothing', default: false },
  secure: { type: 'boolean', description: 'use TLS', default: true },
  cache: { type: 'boolean', description: 'cache' },
  zone: {
    type: 'string',
    description: 'zone',
    check: (value: string) => (value === 'a1' ? undefined : 'It is not a zone, such as a1.'),
  },
} as const;

/** Captures the output of commander, which does not reach the terminal. */
function printed(): { text: string } {
  const said = { text: '' };
  for (const stream of [process.stdout, process.stderr]) {
    const spy = vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      said.text += String(chunk);
      return true;
    });
    onTestFinished(() => spy.mockRestore());
  }
  return said;
}

describe('parseFlags', () => {
  it('gives the defaults', async () => {
    const values = await parseFlags('shop', own, []);
    expect(values).toEqual({
      region: 'north',
      account: undefined,
      tier: 'free',
      retries: 3,
      'dry-run': false,
      secure: true,
      cache: undefined,
      zone: undefined,
    });
    expectTypeOf(values.region).toEqualTypeOf<string>();
    expectTypeOf(values.account).toEqualTypeOf<string | undefined>();
    expectTypeOf(values.tier).toEqualTypeOf<'free' | 'paid'>();
    expectTypeOf(values.retries).toEqualTypeOf<number>();
    expectTypeOf(values.cache).toEqualTypeOf<boolean | undefined>();
  });

  it.each([
    [['--region', 'south'], { region: 'south' }],
    [['--region=south'], { region: 'south' }],
    [['--region='], { region: '' }],
    [['--zone=a1'], { zone: 'a1' }],
    [['--tier', 'paid'], { tier: 'paid' }],
    [['--retries', '0'], { retries: 0 }],
    [['--dry-run'], { 'dry-run': true }],
    [['--dry-run=true'], { 'dry-run': true }],
    [['--dry-run=false'], { 'dry-run': false }],
    [['--no-dry-run'], { 'dry-run': false }],
    [['--no-secure', '--cache'], { secure: false, cache: true }],
    [['--secure=false', '--no-cache'], { secure: false, cache: false }],
    [['--dry-run', '--region', 'south'], { 'dry-run': true, region: 'south' }],
  ])('reads %j', async (words, expected) => {
    expect(await parseFlags('shop', own, words)).toMatchObject(expected);
  });

  it.each([
    [['--regoin', 'south'], /unknown option '--regoin' \(Did you mean --region\?\)/],
    [['--region'], /--region <value>.*argument missing/],
    [['--tier', 'gold'], /--tier.*'gold' is invalid.*free, paid/],
    [['--retries', '1.5'], /'1.5' is invalid. It is not a whole number/],
    [['--retries', '1e0'], /'1e0' is invalid. It is not a whole number/],
    [['--retries', '10'], /It is not between 0 and 9/],
    [['--dry-run=yes'], /'yes' is invalid. It must be true or false/],
    [['--zone', 'x'], /argument 'x' is invalid\. It is not a zone, such as a1\./],
    [['now'], /too many arguments/],
  ])('refuses %j in one line', async (words, said) => {
    const { text } = await refused(words);
    expect(text).toMatch(said);
    expect(text.trimEnd()).not.toContain('\n');
  });

  async function refused(words: readonly string[]): Promise<{ text: string }> {
    const said = printed();
    await expect(parseFlags('shop', own, words)).rejects.toMatchObject({ exitCode: 1 });
    return said;
  }

  it('takes a value from the environment where the flag is not given', async () => {
    vi.stubEnv('ACCOUNT_OF_TEST', 'blue');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await parseFlags('shop', own, [])).account).toBe('blue');
    expect((await parseFlags('shop', own, ['--account', 'red'])).account).toBe('red');
    vi.stubEnv('ACCOUNT_OF_TEST', '');
    expect((await parseFlags('shop', own, [])).account).toBeUndefined();
  });

  it('prints every flag with its description, default and variable', async () => {
    const said = printed();
    await expect(parseFlags('shop', own, ['--help'])).rejects.toMatchObject({ exitCode: 0 });
    expect(said.text).toContain('Usage: shop [options]');
    expect(said.text).toMatch(/--region <value> +region of the cloud \(default: "north"\)/);
    expect(said.text).toMatch(/--account <value> +account \(env: ACCOUNT_OF_TEST\)/);
    expect(said.text).toMatch(/--tier <value> +tier \(choices: "free", "paid", default: "free"\)/);
    expect(said.text).toMatch(/--\[no-\]secure +use TLS \(default: true\)/);
    expect(said.text).not.toContain('--no-secure ');
  });
});

describe('the standard flags', () => {
  const shop = { name: 'shop', leaderElectionId: '1.example.com' };
  const parse = (...words: string[]) => parseFlags('shop', standardFlags, words);

  it('give a manager that serves probes and watches every namespace', async () => {
    expect(managerOptionsOf(shop, await parse())).toMatchObject({
      kubeconfig: undefined,
      context: undefined,
      healthProbeBindAddress: '127.0.0.1:8081',
      metrics: { bindAddress: '0', secure: true, certName: 'tls.crt', keyName: 'tls.key' },
      webhook: {
        port: 9443,
        selfSigned: undefined,
        service: { name: 'shop-webhook-service', namespace: 'shop-system' },
      },
      leaderElection: { enabled: false, id: '1.example.com', namespace: undefined },
      cache: { namespaces: [] },
      fieldManager: 'shop',
    });
  });

  it('give a manager that serves probes on all addresses in a Pod, or where they are configured', async () => {
    const address = async (...words: string[]) => managerOptionsOf(shop, await parse(...words)).healthProbeBindAddress;
    expect(await address('--health-probe-bind-address=:8082')).toBe(':8082');
    vi.stubEnv('KUBERNETES_SERVICE_HOST', '10.96.0.1');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await address()).toBe(':8081');
  });

  it.each([
    [[], false],
    [['--webhook-cert-path', '/certs'], true],
    [['--webhook-self-signed'], true],
    [['--webhook-url', 'https://192.168.1.10:9443'], true],
    [['--webhook-cert-path', '/certs', '--enable-webhooks=false'], false],
    [['--enable-webhooks'], true],
  ])('%j serve webhooks: %s', async (words, expected) => {
    expect(servesWebhooks(await parse(...words))).toBe(expected);
  });

  it.each<[words: string[], webhooks: unknown[], isSaid: boolean]>([
    [[], [1], true],
    [[], [], false],
    [['--webhook-url', 'https://192.168.1.10:9443'], [1], false],
    [['--webhook-cert-path', '/certs'], [1], false],
    [['--enable-webhooks=false'], [1], false],
    [['--enable-webhooks'], [1], false],
  ])('%j with the webhooks %j are a reason to log that they are not served: %s', async (words, webhooks, isSaid) => {
    const said = unservedWebhooks(await parse(...words), webhooks);
    expect(said?.help.includes('make run WEBHOOK_URL=') ?? false).toBe(isSaid);
  });

  it('take the namespaces to watch from WATCH_NAMESPACE', async () => {
    vi.stubEnv('WATCH_NAMESPACE', 'one, two,');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(managerOptionsOf(shop, await parse()).cache).toEqual({ namespaces: ['one', 'two'] });
  });

  it('stay beside settings that have no flag', async () => {
    const settings = { cache: { readYourWrites: false }, metrics: { bindAddress: ':8443' }, requestTimeout: 5000 };
    const options = withSettings(managerOptionsOf(shop, await parse('--watch-namespace=one')), settings);
    expect(options).toMatchObject({
      cache: { namespaces: ['one'], readYourWrites: false },
      metrics: { bindAddress: ':8443', secure: true },
      requestTimeout: 5000,
      fieldManager: 'shop',
    });
  });

  const addresses = ['--health-probe-bind-address', '--metrics-bind-address', '--debug-bind-address'];
  const notAddresses = ['8085', ':99999', 'foo', ':-1', '::1:80', ':', 'a b:1', ':80x', 'http://a:80', ':8085 '];

  it.each([
    ...addresses.flatMap((flag) => notAddresses.map((value) => [flag, value, 'It is not an address.*such as :8080'])),
    ['--watch-namespace', 'one,Two', 'They are not namespaces.*such as team-a,team-b'],
    ['--leader-election-namespace', 'no_name', 'It is not a namespace.*such as team-a'],
    ['--webhook-service-namespace', `a${'b'.repeat(63)}`, 'It is not a namespace'],
    ['--webhook-service', 'the service', 'It is not the name of an object'],
    ['--webhook-cert-secret', '-a', 'It is not the name of an object'],
    ['--webhook-port', '70000', 'It is not between 0 and 65535'],
    ['--webhook-port', 'https', 'It is not a whole number'],
  ])('refuse %s=%s in one line', async (flag, value, rule) => {
    const said = printed();
    await expect(parse(`${flag}=${value}`)).rejects.toMatchObject({ exitCode: 1 });
    expect(said.text).toMatch(new RegExp(`^error: option '${flag} <.*argument '.*' is invalid\\. .*${rule}`));
    expect(said.text).toContain(`'${value}'`);
    expect(said.text.trimEnd()).not.toContain('\n');
  });

  it('refuse an invalid address in a variable too', async () => {
    vi.stubEnv('DEBUG_BIND_ADDRESS', '8085');
    onTestFinished(() => void vi.unstubAllEnvs());
    const said = printed();
    await expect(parse()).rejects.toMatchObject({ exitCode: 1 });
    expect(said.text).toMatch(/value '8085' from env 'DEBUG_BIND_ADDRESS' is invalid\. It is not an address/);
  });

  it.each(['0', '', ':0', ':8080', 'localhost:8080', '127.0.0.1:1', '[::1]:65535'])(
    'accept the address "%s"',
    async (value) => {
      for (const flag of addresses) expect(await parse(`${flag}=${value}`)).toMatchObject({ [flag.slice(2)]: value });
    },
  );

  // The other flags are read by `runOperator`.
  const ofLogs = ['log-level', 'log-format'];
  const names = Object.keys(standardFlags).filter((name) => !ofLogs.includes(name));

  it.each(names)('--%s changes the options of the manager, or whether webhooks are served', async (name) => {
    const flag: Flag = standardFlags[name as keyof typeof standardFlags];
    const others: Readonly<Record<string, string>> = { address: ':1', url: 'https://other:1' };
    const text = (flag.type === 'string' && others[flag.placeholder ?? '']) || 'other';
    const given = {
      string: [`--${name}=${text}`],
      number: [`--${name}=${flag.default === 1 ? 2 : 1}`],
      boolean: [`--${name}=${String(flag.default !== true)}`],
    }[flag.type];
    const effect = async (...words: string[]) => {
      const values = await parse('--webhook-self-signed=true', ...words);
      const withoutCertificate = await parse(...words);
      return JSON.stringify([
        managerOptionsOf(shop, values),
        managerOptionsOf(shop, withoutCertificate),
        servesWebhooks(withoutCertificate),
      ]);
    };
    expect(await effect(...given)).not.toBe(await effect());
  });

  it('aim the webhooks of a process outside the cluster at the Service of the deployed operator', async () => {
    const inside = managerOptionsOf(shop, await parse('--webhook-self-signed')).webhook?.selfSigned;
    expect(inside).toMatchObject({ service: 'shop-webhook-service', namespace: undefined, url: undefined });
    const url = 'https://192.168.1.10:9443';
    const outside = managerOptionsOf(shop, await parse('--webhook-url', url)).webhook?.selfSigned;
    expect(outside).toMatchObject({ service: 'shop-webhook-service', namespace: 'shop-system', url });
  });
});

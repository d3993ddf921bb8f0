import { standardFlags } from '@operator-gen/runtime';

/** A port at which the runtime serves something. */
export interface ServedPort {
  readonly port: number;
  readonly scheme: 'HTTP' | 'HTTPS';
  /** The server, in messages. */
  readonly what: string;
  /** The paths for which a probe succeeds, with those below them. */
  readonly paths: readonly string[];
  /** The requests that it answers, in messages. */
  readonly answers: string;
  readonly isHealth: boolean;
  /** Why no probe reaches it, if none does. */
  readonly unreachable: string | undefined;
}

/**
 * Returns the ports that an operator serves with these arguments; undefined if they have values that are known only in the
 * cluster.
 */
export function servedPorts(words: readonly string[], isOnHost: boolean): readonly ServedPort[] | undefined {
  const valueOf = (flag: keyof typeof standardFlags): string => flagValue(words, flag);
  const [health, metrics, debug] = [
    valueOf('health-probe-bind-address') || ':8081',
    valueOf('metrics-bind-address'),
    valueOf('debug-bind-address'),
  ];
  const isSecure = valueOf('metrics-secure') === 'true';
  const webhook = valueOf('webhook-port');
  if ([health, metrics, debug, webhook].some((each) => each.includes('$('))) return undefined;
  const answersMetrics = isSecure ? 'only clients that the API server authorizes' : '/metrics';
  const found: readonly (Omit<ServedPort, 'port'> & { readonly port: number | undefined })[] = [
    { ...placeOf(health, isOnHost), ...healthServer },
    { ...placeOf(metrics, isOnHost), ...metricsServer, ...(isSecure && secured), answers: answersMetrics },
    { ...placeOf(debug, isOnHost), ...debugServer },
    { ...placeOf(`:${webhook}`, isOnHost), ...webhookServer },
  ];
  return found.flatMap(({ port, ...rest }) => (port === undefined || port === 0 ? [] : [{ ...rest, port }]));
}

type Server = Omit<ServedPort, 'port' | 'unreachable'>;

const healthServer: Server = {
  scheme: 'HTTP',
  isHealth: true,
  what: 'the server of the probes',
  paths: ['/healthz', '/readyz'],
  answers: '/healthz and /readyz',
};
const metricsServer = {
  scheme: 'HTTP',
  isHealth: false,
  what: 'the server of the metrics',
  paths: ['/metrics'],
} as const;
const secured = { scheme: 'HTTPS', paths: [] } as const;
const debugServer: Server = {
  scheme: 'HTTP',
  isHealth: false,
  what: 'the debug server',
  paths: ['/debug/controllers'],
  answers: '/debug/controllers',
};
const webhookServer: Server = {
  scheme: 'HTTPS',
  isHealth: false,
  what: 'the webhook server',
  paths: [],
  answers: 'only requests of the API server',
};

/** Returns the port of an address, which the kubelet asks at the address of the Pod, or of its node. */
function placeOf(
  address: string,
  isOnHost: boolean,
): Pick<ServedPort, 'unreachable'> & { readonly port: number | undefined } {
  const [, host = '', port] = /^(.*):(\d+)$/.exec(address) ?? [];
  const isLocal = /^(?:localhost|127\..*|\[::1\])$/.test(host);
  const unreachable = isLocal && !isOnHost ? `its server listens at ${host}, where only its Pod reaches it` : undefined;
  return { port: port === undefined ? undefined : Number(port), unreachable };
}

/** Returns the value of a flag, which the last of its arguments has. */
export function flagValue(words: readonly string[], flag: keyof typeof standardFlags): string {
  const definition: { readonly type: string; readonly default?: string | number | boolean } = standardFlags[flag];
  const isBoolean = definition.type === 'boolean';
  let value = String(definition.default ?? '');
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    if (word.startsWith(`--${flag}=`)) value = word.slice(flag.length + 3);
    else if (word === `--no-${flag}` && isBoolean) value = 'false';
    else if (word === `--${flag}`) value = isBoolean && !/^(?:true|false)$/.test(next ?? '') ? 'true' : (next ?? '');
  }
  return value;
}

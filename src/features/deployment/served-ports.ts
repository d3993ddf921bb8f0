import { standardFlags } from '@operator-gen/runtime';
import { expandedWords } from '../../output/kustomize/expanded-words.js';
import type { OperatorWorkload } from '../../output/kustomize/operator-workloads.js';
import { textsAt, valueAt } from '../../base/model/json-at.js';
import type { Program } from './deployment.js';
import { ownFlagsIn } from './own-flags.js';

const main = 'src/main.ts';

/** A port on which the runtime serves something. */
export interface ServedPort {
  readonly port: number;
  /** The address on which it listens; empty for all. */
  readonly host: string;
  /** The flag with its address or its port. */
  readonly flag: keyof typeof standardFlags;
  readonly scheme: 'HTTP' | 'HTTPS';
  /** The server, in messages. */
  readonly what: string;
  /** The paths, with their subpaths, for which a probe succeeds. */
  readonly paths: readonly string[];
  /** The requests that it answers, in messages. */
  readonly answers: string;
  readonly isHealth: boolean;
  /** The reason why no probe reaches it, if that is the case. */
  readonly unreachable: string | undefined;
}

/** Returns the ports that the operator of a workload serves; undefined if they are known only at run time, or the container is a guess. */
export function portsOf(
  { built, container, isGuess }: OperatorWorkload,
  read: Program['read'],
): readonly ServedPort[] | undefined {
  if (isGuess || ownFlagsIn(main, read(main) ?? '') === undefined) return undefined;
  // With a command, a different program can run.
  if (textsAt(container, 'command').length > 0) return undefined;
  const words = expandedWords(container, textsAt(container, 'args')).map(({ text }) => text);
  return servedPorts(words, valueAt(built.object, 'spec', 'template', 'spec', 'hostNetwork') === true);
}

/** Returns the ports that an operator serves with these arguments; undefined if their values are known only in the cluster. */
function servedPorts(words: readonly string[], isOnHost: boolean): readonly ServedPort[] | undefined {
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
    // Without a host, only the machine itself reaches it.
    { ...placeOf(debug.replace(/^:/, '127.0.0.1:'), isOnHost), ...debugServer },
    { ...placeOf(`${valueOf('webhook-host')}:${webhook}`, isOnHost), ...webhookServer },
  ];
  return found.flatMap(({ port, ...rest }) => (port === undefined || port === 0 ? [] : [{ ...rest, port }]));
}

type Server = Omit<ServedPort, 'port' | 'host' | 'unreachable'>;

const healthServer: Server = {
  flag: 'health-probe-bind-address',
  scheme: 'HTTP',
  isHealth: true,
  what: 'the server of the probes',
  paths: ['/healthz', '/readyz'],
  answers: '/healthz and /readyz',
};
const metricsServer = {
  flag: 'metrics-bind-address',
  scheme: 'HTTP',
  isHealth: false,
  what: 'the server of the metrics',
  paths: ['/metrics'],
} as const;
const secured = { scheme: 'HTTPS', paths: [] } as const;
const debugServer: Server = {
  flag: 'debug-bind-address',
  scheme: 'HTTP',
  isHealth: false,
  what: 'the debug server',
  paths: ['/debug/controllers'],
  answers: '/debug/controllers',
};
const webhookServer: Server = {
  flag: 'webhook-port',
  scheme: 'HTTPS',
  isHealth: false,
  what: 'the webhook server',
  paths: [],
  answers: 'only requests of the API server',
};

/** Returns the port of an address, as the kubelet reaches it at the address of the Pod or of its node. */
function placeOf(
  address: string,
  isOnHost: boolean,
): Pick<ServedPort, 'host' | 'unreachable'> & { readonly port: number | undefined } {
  const [, host = '', port] = /^(.*):(\d+)$/.exec(address) ?? [];
  const isLocal = /^(?:localhost|127\..*|\[::1\])$/.test(host);
  const unreachable = isLocal && !isOnHost ? `its server listens on ${host}, which only its Pod can reach` : undefined;
  const isWild = /^(?:0\.0\.0\.0|\[?::\]?)$/.test(host);
  return { port: port === undefined ? undefined : Number(port), host: isWild ? '' : host, unreachable };
}

/** Returns the value of a flag: that of its last occurrence. */
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

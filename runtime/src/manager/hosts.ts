import { isInPod } from '../configuration/in-cluster.js';
import type { ManagerWebhookOptions } from './options.js';

const loopback = '127.0.0.1';

/**
 * Returns the default address of the probes. In a Pod, the kubelet connects from outside; elsewhere, no one else on the
 * network needs to reach them.
 */
export function defaultProbeAddress(env = process.env): string {
  return isInPod(env) ? ':8081' : `${loopback}:8081`;
}

/**
 * Returns the host on which webhooks are served; undefined for all addresses of the machine. Outside a cluster, all
 * addresses are necessary only for an API server that calls an address other than loopback.
 */
export function webhookHost({ host, selfSigned }: ManagerWebhookOptions, env = process.env): string | undefined {
  if (host !== undefined) return host || undefined;
  if (isInPod(env)) return undefined;
  const url = selfSigned?.url;
  const called = url === undefined || !URL.canParse(url) ? loopback : new URL(url).hostname;
  if (called === '[::1]') return '::1';
  return called === 'localhost' || called.startsWith('127.') ? loopback : undefined;
}

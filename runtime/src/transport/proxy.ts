import { BlockList, isIP, isIPv6 } from 'node:net';
import { ConfigError } from '../errors/config-error.js';

type Variables = Readonly<Record<string, string | undefined>>;

const protocols = ['http:', 'https:', 'socks5:', 'socks5h:'];

/**
 * Parses the URL of a proxy.
 * @param what name of the setting in error messages
 * @throws ConfigError if it is invalid or its protocol is unsupported
 */
export function parseProxy(text: string, what: string): URL {
  const protocol = protocols.find((each) => text.toLowerCase().startsWith(`${each}//`));
  if (protocol === undefined) throw new ConfigError(`${what} must begin with http://, https:// or socks5://`);
  if (!URL.canParse(text)) {
    throw new ConfigError(
      `${what} is not a valid URL: write ${protocol}//host:port, with what is before the host escaped`,
    );
  }
  return new URL(text);
}

/**
 * Parses the URL of a server.
 * @throws ConfigError without the text, which may contain a password
 */
export function parseServer(server: string): URL {
  if (URL.canParse(server)) return new URL(server);
  throw new ConfigError('the server of the configuration is not a valid URL: write https://host:port');
}

/** Formats a URL for error messages: without user, password, path and query, any of which may be secret. */
export function shownUrl(url: string | URL): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/**
 * Returns the proxy for a server from the environment, by the rules of client-go: `HTTPS_PROXY`, or `HTTP_PROXY` for a
 * server without TLS, unless `NO_PROXY` matches the server or it runs on this machine.
 * See https://pkg.go.dev/golang.org/x/net/http/httpproxy
 * @throws ConfigError if the value is not a valid proxy
 */
export function proxyFromEnvironment(server: URL, env: Variables = process.env): URL | undefined {
  const name = server.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const value = env[name] || env[name.toLowerCase()];
  if (!value || isLocal(server) || isExcepted(server, env['NO_PROXY'] || env['no_proxy'] || '')) return undefined;
  return parseProxy(value.includes('://') ? value : `http://${value}`, `the environment variable ${name}`);
}

function isLocal(server: URL): boolean {
  const host = hostOf(server);
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function isExcepted(server: URL, exceptions: string): boolean {
  const host = hostOf(server);
  return exceptions
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '')
    .some((each) => each === '*' || matches(each, host, portOf(server)));
}

/**
 * Reports whether an entry of `NO_PROXY` matches a host: an address, a CIDR range or a domain, optionally with a port.
 */
function matches(exception: string, host: string, port: number): boolean {
  if (exception.includes('/')) return isInRange(host, exception);
  const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(isIPv6(exception) ? `[${exception}]` : exception) ?? [];
  if (only !== undefined && Number(only) !== port) return false;
  const pattern = name.replace(/^\[(.*)\]$/, '$1').replace(/^\*\./, '.');
  return pattern === host || (isIP(host) === 0 && host.endsWith(pattern.startsWith('.') ? pattern : `.${pattern}`));
}

function isInRange(host: string, range: string): boolean {
  const [net = '', prefix = ''] = range.split('/');
  const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
  if (isIP(host) === 0 || isIP(net) !== isIP(host)) return false;
  const list = new BlockList();
  try {
    list.addSubnet(net, Number(prefix), family(net));
  } catch {
    return false;
  }
  return list.check(host, family(host));
}

/** Returns the host of a URL; an IPv6 address has no brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
}

/** Returns the port of a URL, or the default port of its protocol. */
export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return { 'https:': 443, 'http:': 80 }[protocol] ?? 1080;
}

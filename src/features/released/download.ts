/** Maximum time of a download, in milliseconds. */
const timeLimit = 30_000;
/** Maximum size of a download, in bytes: bundles have several megabytes. */
const sizeLimit = 16 * 1024 * 1024;
/** Maximum number of redirects that are followed. */
const mostRedirects = 5;

/** Reports whether a text is the URL of a file on a server. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/$/i.test(schemeOf(text) ?? '');
}

/** Returns the scheme of a text, such as `ftp://`; undefined for a path, including one with a Windows drive letter. */
export function schemeOf(text: string): string | undefined {
  return /^\s*((?:[a-z][a-z\d+.-]+:)+\/\/)/i.exec(text)?.[1];
}

/**
 * Returns a source in printable form: anything with a scheme loses user info, query and fragment, which can contain
 * passwords and tokens.
 */
export function shownSource(source: string): string {
  const scheme = schemeOf(source);
  if (scheme === undefined) return source;
  const rest = source.trim().slice(scheme.length);
  // In a text that is not a URL, the end of the user info is unknown, because passwords can contain any characters.
  const isValid = URL.canParse(source);
  const withoutUser = isValid ? rest.replace(/^[^/?#\\]*@/, '') : rest.replace(/^.*@/s, '');
  return `${scheme}${withoutUser.split(/[?#]/, 1)[0]}`;
}

/**
 * Returns the text at a URL. Only HTTPS is used, also after redirects; plain HTTP is used only within this machine.
 * @throws Error with the reason if there is none
 */
export async function download(address: string): Promise<string> {
  const signal = AbortSignal.timeout(timeLimit);
  try {
    return await follow(new URL(address), signal);
  } catch (error) {
    if (signal.aborted) throw new Error(`no answer within ${timeLimit / 1000} s`, { cause: error });
    // The cause contains the reason for a failed connection.
    const { cause, message } = error as Error;
    throw new Error(reasonOf(cause instanceof Error && cause.message !== '' ? cause.message : message), {
      cause: error,
    });
  }
}

/** Returns a reason as a phrase, without the memory addresses and source files that the TLS library adds. */
function reasonOf(message: string): string {
  const tls = /error:[0-9A-F]+:SSL routines:[^:]*:([^:]+)/i.exec(message)?.[1];
  return tls === undefined ? message : `the server does not answer with TLS as expected: ${tls.trim()}`;
}

async function follow(address: URL, signal: AbortSignal): Promise<string> {
  let next = address;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    if (!isSafe(next)) throw new Error(`${next.protocol}// is unsupported; use https://`);
    if (next.username !== '' || next.password !== '')
      throw new Error('URLs with a user name or a password are not supported; download the file yourself');
    const response = await fetch(next, { redirect: 'manual', signal, credentials: 'omit' });
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel();
      next = new URL(location, next);
      continue;
    }
    // With another status, such as 206, the answer is only part of the file.
    if (response.status !== 200) throw new Error(`the server answers ${response.status}`);
    return read(response);
  }
  throw new Error(`it redirects more than ${mostRedirects} times`);
}

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname));
}

async function read(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).length;
    if (size > sizeLimit) throw new Error(`it has more than ${sizeLimit / 1024 / 1024} MiB`);
    chunks.push(chunk as Uint8Array);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}

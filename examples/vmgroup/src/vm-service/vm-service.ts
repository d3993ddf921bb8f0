/** A machine as the service describes it. */
export interface Machine {
  readonly id: string;
  /** The group that it belongs to: the namespace and name of a VmGroup. */
  readonly group: string;
  /** Number of processors. */
  readonly cpu: number;
  /** GiB. */
  readonly memory: number;
  readonly template: string;
}

export type MachineSpec = Omit<Machine, 'id'>;

/** Makes and removes virtual machines. Every method throws when the service cannot be reached, or refuses. */
export interface VmService {
  list(group: string, signal?: AbortSignal): Promise<readonly Machine[]>;
  create(spec: MachineSpec, signal?: AbortSignal): Promise<Machine>;
  /** Also resolves where there is no such machine any more. */
  remove(id: string, signal?: AbortSignal): Promise<void>;
}

/** Where the service is, and as whom it is spoken to. */
export interface VmServiceConfig {
  /** A URL; `http://` is put before a bare host. */
  readonly host: string;
  readonly user: string;
  readonly password: string;
}

/**
 * The configuration from VC_HOST, VC_USER and VC_PASS, which the manager has from the Secret `vc-creds`.
 * @throws Error when one is missing; names it
 */
export function readVmServiceConfig(env: NodeJS.ProcessEnv = process.env): VmServiceConfig {
  const read = (name: string): string => {
    const value = env[name];
    if (!value) throw new Error(`${name} is not set: the manager has it from the Secret vc-creds`);
    return value;
  };
  return { host: read('VC_HOST'), user: read('VC_USER'), password: read('VC_PASS') };
}

// The service answers at once or is not well: a reconcile does not wait for longer.
const timeout = 5000;

/** Speaks to the service over HTTP. */
export function createVmService({ host, user, password }: VmServiceConfig): VmService {
  const base = host.includes('://') ? host : `http://${host}`;
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

  async function ask(method: string, path: string, body?: object, outer?: AbortSignal): Promise<Response> {
    const limit = AbortSignal.timeout(timeout);
    const signal = outer === undefined ? limit : AbortSignal.any([outer, limit]);
    const headers = { authorization, 'content-type': 'application/json' };
    const request = { method, headers, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(new URL(path, base), request).catch((cause: unknown) => {
      throw new Error(`the machine service does not answer: ${reasonOf(cause)}`, { cause });
    });
    if (response.ok || response.status === 404) return response;
    throw new Error(`the machine service refused: ${response.status} ${await response.text()}`.trim());
  }

  return {
    list: async (group, signal) => {
      const path = `/machines?group=${encodeURIComponent(group)}`;
      return (await (await ask('GET', path, undefined, signal)).json()) as Machine[];
    },
    create: async (spec, signal) => (await (await ask('POST', '/machines', spec, signal)).json()) as Machine,
    remove: async (id, signal) => void (await ask('DELETE', `/machines/${encodeURIComponent(id)}`, undefined, signal)),
  };
}

/** What fetch hides in the cause: that the connection was refused, say. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}

import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { auditPolicy } from './audit.js';
import type { Etcd } from './etcd.js';
import { toArguments, type Flags } from './flags.js';
import { askApiServer, type ApiServer } from './http.js';
import { freePort } from './ports.js';
import type { Sandbox } from './sandbox.js';
import type { SandboxProcess } from './sandbox-process.js';
import { tokenFile, type TestUser, type Tokens } from './users.js';
import { waitFor } from './wait.js';

/** Files and flags of a kube-apiserver in the sandbox, which are the same at every start. */
export interface KubeApiServerSetup {
  readonly url: string;
  readonly flags: Flags;
  /** Certificate that the server creates at its first start; it also contains the authority that signed it. */
  readonly certificatePath: string;
  /** Private key that signs service account tokens, PEM. */
  readonly serviceAccountKeyPath: string;
  readonly auditLogPath: string;
}

/**
 * Writes the files and chooses the port.
 * @param clientAuthority PEM text of the authority that signs client certificates
 * @param flags overrides of the defaults
 */
export async function prepareKubeApiServer(
  { directory }: Sandbox,
  etcd: Etcd,
  users: readonly TestUser[],
  tokens: Tokens,
  clientAuthority: string,
  flags: Flags,
): Promise<KubeApiServerSetup> {
  const port = await freePort();
  const certificates = join(directory, 'certificates');
  const serviceAccountKeyPath = join(directory, 'service-account.key');
  const auditLogPath = join(directory, 'audit.log');
  const tokensPath = join(directory, 'tokens.csv');
  const policyPath = join(directory, 'audit-policy.yaml');
  const clientAuthorityPath = join(directory, 'client-ca.crt');
  // SEC 1 instead of PKCS #8: the server also reads the public key from this file, and supports only this format of a
  // private key.
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'sec1', format: 'pem' });
  await writeFile(serviceAccountKeyPath, key, { mode: 0o600 });
  await writeFile(tokensPath, tokenFile(users, tokens), { mode: 0o600 });
  await writeFile(clientAuthorityPath, clientAuthority);
  await writeFile(policyPath, stringify(auditPolicy));
  await writeFile(auditLogPath, '');
  return {
    url: `https://127.0.0.1:${port}`,
    certificatePath: join(certificates, 'apiserver.crt'),
    serviceAccountKeyPath,
    auditLogPath,
    flags: {
      'etcd-servers': etcd.url,
      'bind-address': '127.0.0.1',
      'advertise-address': '127.0.0.1',
      'secure-port': String(port),
      'cert-dir': certificates,
      'token-auth-file': tokensPath,
      'client-ca-file': clientAuthorityPath,
      'authorization-mode': 'RBAC',
      'service-account-issuer': 'https://kubernetes.default.svc',
      'service-account-key-file': serviceAccountKeyPath,
      'service-account-signing-key-file': serviceAccountKeyPath,
      'service-cluster-ip-range': '10.0.0.0/24',
      // A loopback address cannot be an endpoint of the Service `kubernetes`.
      'endpoint-reconciler-type': 'none',
      'allow-privileged': 'true',
      // Without a controller manager, nothing creates the service account `default`, and Pods would be rejected.
      'disable-admission-plugins': 'ServiceAccount',
      'audit-log-path': auditLogPath,
      'audit-policy-file': policyPath,
      ...flags,
    },
  };
}

/** Starts the server; `waitUntilReady` waits until it can be used. */
export function startKubeApiServer(sandbox: Sandbox, command: string, setup: KubeApiServerSetup): SandboxProcess {
  return sandbox.start({ command, args: toArguments(setup.flags) });
}

/**
 * Waits until the server answers `/readyz` with 200, which includes its own roles and bindings.
 *
 * @returns how to reach it, with its certificate
 * @throws Error with the last log lines of a process that has ended, or of the server after `timeoutMs`
 */
export async function waitUntilReady(
  { url, certificatePath }: KubeApiServerSetup,
  token: string,
  { server, etcd, timeoutMs }: { server: SandboxProcess; etcd: SandboxProcess; timeoutMs: number },
): Promise<ApiServer> {
  let lastAnswer = 'no answer';
  const probe = async (): Promise<ApiServer | undefined> => {
    etcd.assertRunning();
    server.assertRunning();
    if (!existsSync(certificatePath)) return undefined;
    const target = { url, token, ca: await readFile(certificatePath, 'utf8') };
    try {
      const { status, text } = await askApiServer(target)({ method: 'GET', path: '/readyz' });
      if (status === 200) return target;
      lastAnswer = `${status} ${text}`;
    } catch (error) {
      lastAnswer = String(error);
    }
    return undefined;
  };
  try {
    return await waitFor('kube-apiserver is ready', timeoutMs, probe);
  } catch (error) {
    if (server.ended || etcd.ended) throw error;
    throw new Error(server.describe(`was not ready after ${timeoutMs / 1000} s (${lastAnswer})`), { cause: error });
  }
}

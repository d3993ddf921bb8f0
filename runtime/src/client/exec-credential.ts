import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ConfigError, type Credential, type CredentialSource } from './cluster-config.js';

/** The `exec` part of a kubeconfig user: https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins */
export interface ExecConfig {
  readonly apiVersion?: string;
  readonly command: string;
  readonly args?: readonly string[] | null;
  readonly env?: readonly { readonly name: string; readonly value: string }[] | null;
  readonly installHint?: string;
  readonly provideClusterInfo?: boolean;
}

/** The cluster as a plug-in is told of it, when it asks. */
export type ClusterInfo = Readonly<Record<string, unknown>>;

interface ExecCredential {
  readonly apiVersion?: string;
  readonly status?: {
    readonly token?: string;
    readonly clientCertificateData?: string;
    readonly clientKeyData?: string;
    readonly expirationTimestamp?: string;
  };
}

const versions = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];
// A credential is renewed a little before it ends, so that no request meets the end on its way.
const expirySkew = 10_000;

const run = promisify(execFile);

/** Credentials from a program that the kubeconfig names. Run once for all who wait, and again after its answer expired. */
export function execCredential(config: ExecConfig, cluster: ClusterInfo, folder: string): CredentialSource {
  const apiVersion = config.apiVersion ?? versions[0]!;
  if (!versions.includes(apiVersion)) {
    throw new ConfigError(
      `the credential plug-in ${config.command} speaks ${apiVersion}; known are ${versions.join(', ')}`,
    );
  }
  let known: { readonly credential: Credential; readonly expires: number } | undefined;
  let running: Promise<Credential> | undefined;

  const ask = async (): Promise<Credential> => {
    const answer = await execute(config, apiVersion, cluster, folder);
    const { token, clientCertificateData, clientKeyData, expirationTimestamp } = answer.status ?? {};
    const credential: Credential = {
      ...(token === undefined ? {} : { token }),
      ...(clientCertificateData === undefined ? {} : { clientCertificate: clientCertificateData }),
      ...(clientKeyData === undefined ? {} : { clientKey: clientKeyData }),
    };
    const expires = expirationTimestamp === undefined ? Infinity : Date.parse(expirationTimestamp) - expirySkew;
    known = { credential, expires };
    return credential;
  };

  return {
    get: async () => {
      if (known !== undefined && Date.now() < known.expires) return known.credential;
      running ??= ask().finally(() => {
        running = undefined;
      });
      return running;
    },
    rejected: () => {
      known = undefined;
    },
  };
}

async function execute(
  { command, args, env, installHint, provideClusterInfo }: ExecConfig,
  apiVersion: string,
  cluster: ClusterInfo,
  folder: string,
): Promise<ExecCredential> {
  const spec = { interactive: false, ...(provideClusterInfo ? { cluster } : {}) };
  const variables = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]));
  const info = JSON.stringify({ apiVersion, kind: 'ExecCredential', spec });
  try {
    const { stdout } = await run(command, [...(args ?? [])], {
      cwd: folder,
      env: { ...process.env, ...variables, KUBERNETES_EXEC_INFO: info },
    });
    const answer = JSON.parse(stdout) as ExecCredential;
    if (answer.apiVersion !== apiVersion) throw new Error(`it answered in ${answer.apiVersion}, not in ${apiVersion}`);
    return answer;
  } catch (cause) {
    const hint = installHint === undefined ? '' : `\n${installHint}`;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`the credential plug-in ${command} failed: ${reason}${hint}`, { cause });
  }
}

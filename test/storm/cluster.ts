import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { startTestEnvironment, type ClusterBackup, type TestEnvironment } from '../../runtime/src/testing/index.js';
import { startGuard, type Guard } from '../../runtime/src/testing/environment/sandbox-guard.js';
import type { StormAuditEvent } from './leadership.js';

/** What the storm runs on. */
export interface Cluster {
  readonly environment: TestEnvironment;
  /** The operator in one file, which starts fast. */
  readonly bundle: string;
  readonly guard: Guard;
  /** A user of the API server who was not used before. */
  nextUser(): Promise<{ readonly user: string; readonly kubeconfig: string }>;
  isOperator(user: string): boolean;
  /** Has etcd forget everything but what is there now. */
  compact(): Promise<void>;
  /** Puts back what was stored some changes ago. */
  restore(backup: ClusterBackup): Promise<void>;
  /** Deletes the kind with every object, and installs it again. */
  renewKind(): Promise<void>;
  /** When etcd was restored: versions are counted anew from there. Milliseconds of the wall clock. */
  readonly restores: readonly number[];
  auditEvents(): StormAuditEvent[];
  stop(): Promise<void>;
}

/** Lives of operator processes that there can be: each writes as a user of its own, so that the audit log tells them apart. */
const mostLives = 500;
const prefix = 'storm-operator-';
const crd = fileURLToPath(new URL('foo-crd.yaml', import.meta.url));

const auditPolicy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived', 'ResponseStarted'],
  omitManagedFields: true,
  rules: [
    // With the answer: it says who holds the lease.
    { level: 'RequestResponse', resources: [{ group: 'coordination.k8s.io', resources: ['leases'] }] },
    { level: 'Metadata' },
  ],
};

export async function startCluster(): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), 'storm-'));
  const guard = startGuard(directory);
  try {
    const bundle = await bundleOperator(directory);
    const policyPath = join(directory, 'audit-policy.json');
    writeFileSync(policyPath, JSON.stringify(auditPolicy));
    const names = Array.from({ length: mostLives }, (_, index) => `${prefix}${index}`);
    const environment = await startTestEnvironment({
      crds: [crd],
      users: names.map((name) => ({ name, groups: ['system:masters'] })),
      apiServerFlags: { 'audit-policy-file': policyPath },
    });
    let used = 0;
    const restores: number[] = [];
    return {
      environment,
      bundle,
      guard,
      nextUser: async () => {
        const user = names[used];
        if (user === undefined) throw new Error(`the operators were started more than ${mostLives} times`);
        used += 1;
        return { user, kubeconfig: await environment.userKubeconfig(user) };
      },
      isOperator: (user) => user.startsWith(prefix),
      restores,
      restore: async (backup) => {
        await environment.stopApiServer();
        restores.push(Date.now());
        await environment.restore(backup);
      },
      renewKind: async () => {
        await environment.uninstallCRDs(crd);
        await environment.installCRDs(crd);
      },
      compact: () => compact(environment.etcdUrl),
      auditEvents: () => linesOf(environment.auditLogPath).map((line) => JSON.parse(line) as StormAuditEvent),
      stop: async () => {
        await environment.stop();
        await guard.release();
      },
    };
  } catch (error) {
    await guard.release();
    throw error;
  }
}

async function bundleOperator(directory: string): Promise<string> {
  const outfile = join(directory, 'operator.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('operator.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Some dependencies are CommonJS and ask for Node's own modules in its way.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'silent',
  });
  return outfile;
}

/** See https://etcd.io/docs/v3.6/dev-guide/api_grpc_gateway/ */
async function compact(etcdUrl: string): Promise<void> {
  const ask = async (path: string, body: object): Promise<{ header?: { revision: string } }> => {
    const answer = await fetch(`${etcdUrl}${path}`, { method: 'POST', body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`etcd, ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as { header?: { revision: string } };
  };
  const { header } = await ask('/v3/kv/range', { key: Buffer.from('storm').toString('base64') });
  await ask('/v3/kv/compaction', { revision: header!.revision, physical: true });
}

function linesOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '');
}

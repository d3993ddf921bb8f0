import type { Stored } from '@operator-gen/runtime';
import type { StatefulSet } from '@operator-gen/runtime/k8s/apps/v1';
import type { CronJob, Job, JobSpec } from '@operator-gen/runtime/k8s/batch/v1';
import type { Container, EnvFromSource, PersistentVolumeClaim, Service } from '@operator-gen/runtime/k8s/core/v1';
import type { OwnerReference } from '@operator-gen/runtime/k8s/meta/v1';
import type { SampleDB, SampleDBBackup } from '../api/v1alpha1/sampledb.types.js';

// What a SampleDB is made of. All of it is controlled by the SampleDB and named after it.

const port = 5432;
const dataVolume = 'data';

/** What a Job does for a database. */
export type Task = 'configure' | 'upgrade' | 'snapshot';

/** The object's name for each part: also where the operator looks for it. */
export const nameOf = {
  servers: (name: string): string => name,
  data: (name: string): string => `${name}-data`,
  backup: (name: string): string => `${name}-backup`,
  /** An upgrade is one for each version; a configuration, or a last copy, is made once. */
  task: (name: string, task: Task, version: string): string =>
    task === 'upgrade' ? `${name}-${task}-${version.replace('.', '-')}` : `${name}-${task}`,
};

export function volumeClaimOf({ metadata, spec }: Stored<SampleDB>, owner: OwnerReference): PersistentVolumeClaim {
  const { size, className } = spec.storage;
  return {
    metadata: metaOf(metadata, nameOf.data(metadata.name), owner),
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: size } },
      ...(className === undefined ? {} : { storageClassName: className }),
    },
  };
}

/** Gives the servers names of their own, without an address of the Service itself. */
export function serviceOf({ metadata }: Stored<SampleDB>, owner: OwnerReference): Service {
  return {
    metadata: metaOf(metadata, nameOf.servers(metadata.name), owner),
    spec: { clusterIP: 'None', selector: labelsOf(metadata.name), ports: [{ name: 'sql', port, protocol: 'TCP' }] },
  };
}

/** @param version the one that the data is in, which may be behind the one that is asked for */
export function serversOf({ metadata, spec }: Stored<SampleDB>, owner: OwnerReference, version: string): StatefulSet {
  const labels = labelsOf(metadata.name);
  const container: Container = {
    name: 'server',
    image: imageOf(version),
    ports: [{ name: 'sql', containerPort: port, protocol: 'TCP' }],
    volumeMounts: [{ name: dataVolume, mountPath: '/var/lib/postgresql/data' }],
  };
  const volume = { name: dataVolume, persistentVolumeClaim: { claimName: nameOf.data(metadata.name) } };
  return {
    metadata: metaOf(metadata, nameOf.servers(metadata.name), owner),
    spec: {
      serviceName: nameOf.servers(metadata.name),
      replicas: spec.replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container], volumes: [volume] } },
    },
  };
}

/** A Job of a task; it runs in the version that is asked for, which is what an upgrade goes to. */
export function jobOf({ metadata, spec }: Stored<SampleDB>, owner: OwnerReference, task: Task): Job {
  const { name } = metadata;
  const commands: Readonly<Record<Task, string>> = {
    configure: `createdb --host ${name} ${spec.database}`,
    upgrade: `vacuumdb --all --host ${name} --analyze-in-stages`,
    snapshot: `pg_dumpall --host ${name} --file /data/snapshot.sql`,
  };
  return {
    metadata: metaOf(metadata, nameOf.task(name, task, spec.version), owner),
    spec: jobSpecOf(metadata.name, spec.version, commands[task]),
  };
}

export function backupOf(
  { metadata, spec }: Stored<SampleDB>,
  owner: OwnerReference,
  { schedule, keep, configMapRef, secretRef }: SampleDBBackup,
): CronJob {
  const connection: EnvFromSource = configMapRef === undefined ? { secretRef: secretRef! } : { configMapRef };
  const command = `pg_dump --host ${metadata.name} ${spec.database} | store-copy --keep ${keep}`;
  return {
    metadata: metaOf(metadata, nameOf.backup(metadata.name), owner),
    spec: {
      schedule,
      concurrencyPolicy: 'Forbid',
      jobTemplate: { spec: jobSpecOf(metadata.name, spec.version, command, [connection]) },
    },
  };
}

function jobSpecOf(name: string, version: string, command: string, envFrom: EnvFromSource[] = []): JobSpec {
  const container: Container = { name: 'task', image: imageOf(version), command: ['sh', '-c', command], envFrom };
  const labels = { ...labelsOf(name), 'app.kubernetes.io/component': 'task' };
  return {
    backoffLimit: 3,
    template: { metadata: { labels }, spec: { restartPolicy: 'Never', containers: [container] } },
  };
}

function imageOf(version: string): string {
  return `postgres:${version}`;
}

function metaOf({ namespace, name }: Stored<SampleDB>['metadata'], ownName: string, owner: OwnerReference) {
  return { name: ownName, namespace, labels: instanceOf(name), ownerReferences: [owner] };
}

function instanceOf(name: string): Record<string, string> {
  return { 'app.kubernetes.io/instance': name, 'app.kubernetes.io/managed-by': 'sampledb-operator' };
}

function labelsOf(name: string): Record<string, string> {
  return { 'app.kubernetes.io/name': 'sampledb', 'app.kubernetes.io/instance': name };
}

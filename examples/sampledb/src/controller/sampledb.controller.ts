import {
  addFinalizer,
  containsFinalizer,
  controllerManagedBy,
  controllerReference,
  deepEqual,
  removeFinalizer,
  setStatusCondition,
  type Client,
  type Context,
  type KindHandle,
  type KubernetesObject,
  type Manager,
  type Reconciler,
  type Request,
  type Result,
  type Stored,
} from '@operator-gen/runtime';
import { Rbac } from '@operator-gen/runtime/api';
import { StatefulSet } from '@operator-gen/runtime/k8s/apps/v1';
import { CronJob, Job } from '@operator-gen/runtime/k8s/batch/v1';
import { PersistentVolumeClaim, Service } from '@operator-gen/runtime/k8s/core/v1';
import { groupVersion } from '../api/v1alpha1/group-version.js';
import { SampleDB, type SampleDBPhase, type SampleDBStatus } from '../api/v1alpha1/sampledb.types.js';
import { jobState, type JobState } from './job-state.js';
import { backupOf, jobOf, nameOf, serversOf, serviceOf, volumeClaimOf, type Task } from './sampledb.objects.js';

export const finalizer = 'databases.example.com/finalizer';

const owned = ['get', 'list', 'watch', 'create', 'patch', 'delete'] as const;

/** Runs a database: its volume, its servers, its copies on schedule, and the Jobs that configure, upgrade and save it. */
@Rbac({ groups: [groupVersion.group], resources: ['sampledbs'], verbs: ['get', 'list', 'watch', 'update'] })
@Rbac({ groups: [groupVersion.group], resources: ['sampledbs/status'], verbs: ['update'] })
@Rbac({ groups: [groupVersion.group], resources: ['sampledbs/finalizers'], verbs: ['update'] })
@Rbac({ groups: ['core'], resources: ['persistentvolumeclaims'], verbs: owned })
@Rbac({ groups: ['core'], resources: ['services'], verbs: ['get', 'list', 'watch', 'create', 'patch'] })
@Rbac({ groups: ['apps'], resources: ['statefulsets'], verbs: owned })
@Rbac({ groups: ['batch'], resources: ['jobs'], verbs: ['get', 'list', 'watch', 'create'] })
@Rbac({ groups: ['batch'], resources: ['cronjobs'], verbs: owned })
export class SampleDBReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, context: Context): Promise<Result | void> {
    const { signal } = context;
    let db = await this.#client.getOrNull(SampleDB, request, { signal });
    if (db === null) return;
    if (db.metadata.deletionTimestamp !== undefined) return this.#finalize(db, context);
    if (addFinalizer(db, finalizer)) db = await this.#client.update(SampleDB, db, { signal });

    // The servers run the version that the data is in, until a Job has brought the data to the next.
    const version = db.status?.version ?? db.spec.version;
    const servers = await this.#applyParts(db, version, signal);
    const readyReplicas = servers.status?.readyReplicas ?? 0;
    const report = (phase: SampleDBPhase, news: SampleDBStatus = {}) =>
      this.#report(db, { phase, readyReplicas, ...news }, signal);

    if (db.status?.version === undefined) {
      if (readyReplicas < db.spec.replicas) return report('Configuring');
      const state = await this.#run('configure', db, context);
      if (state !== 'succeeded') return this.#report(db, { phase: 'Configuring', readyReplicas }, signal, state);
    } else if (db.status.version !== db.spec.version) {
      const state = await this.#run('upgrade', db, context);
      if (state !== 'succeeded') return this.#report(db, { phase: 'Upgrading', readyReplicas }, signal, state);
      await this.#client.apply(StatefulSet, serversOf(db, ownerOf(db), db.spec.version), { force: true, signal });
    }
    const backup = await this.#client.getOrNull(CronJob, partOf(db, nameOf.backup), { signal });
    const lastBackupTime = backup?.status?.lastSuccessfulTime ?? db.status?.lastBackupTime;
    await report('Running', {
      version: db.spec.version,
      ...(lastBackupTime === undefined ? {} : { lastBackupTime }),
    });
  }

  /** Applied as a whole every time: what somebody changed or removed by hand comes back as it should be. */
  async #applyParts(db: Stored<SampleDB>, version: string, signal: AbortSignal): Promise<Stored<StatefulSet>> {
    const owner = ownerOf(db);
    const options = { force: true, signal };
    await this.#client.apply(PersistentVolumeClaim, volumeClaimOf(db, owner), options);
    await this.#client.apply(Service, serviceOf(db, owner), options);
    const { backup } = db.spec;
    if (backup !== undefined) await this.#client.apply(CronJob, backupOf(db, owner, backup), options);
    else await this.#remove(CronJob, partOf(db, nameOf.backup), signal);
    return this.#client.apply(StatefulSet, serversOf(db, owner, version), options);
  }

  /** Starts a task's Job, where it is not there yet, and answers how it stands. */
  async #run(task: Task, db: Stored<SampleDB>, { log, signal }: Context): Promise<JobState> {
    const job = jobOf(db, ownerOf(db), task);
    const key = { name: job.metadata!.name!, namespace: db.metadata.namespace };
    const found = await this.#client.getOrNull(Job, key, { signal });
    if (found !== null) return jobState(found);
    log.info('starting a Job', { task, job: key.name });
    return jobState(await this.#client.create(Job, job, { signal }));
  }

  /** A last copy, then the servers, then the volume: each when the one before is done. */
  async #finalize(db: Stored<SampleDB>, context: Context): Promise<void> {
    const { log, signal } = context;
    if (!containsFinalizer(db, finalizer)) return;
    // What was never configured has nothing to save.
    const isWorthSaving = db.spec.deletionPolicy === 'Snapshot' && db.status?.version !== undefined;
    if (isWorthSaving) {
      const state = await this.#run('snapshot', db, context);
      if (state !== 'succeeded') return this.#report(db, { phase: 'Snapshotting' }, signal, state);
    }
    if (await this.#remove(CronJob, partOf(db, nameOf.backup), signal)) return;
    if (await this.#remove(StatefulSet, partOf(db, nameOf.servers), signal)) return;
    if (await this.#remove(PersistentVolumeClaim, partOf(db, nameOf.data), signal)) return;
    removeFinalizer(db, finalizer);
    await this.#client.update(SampleDB, db, { signal });
    log.info('removed the database', { saved: isWorthSaving });
  }

  /** Deletes an object with all that it owns. Answers whether it is still there: its end asks for the next reconcile. */
  async #remove<T extends KubernetesObject>(kind: KindHandle<T>, key: Request, signal: AbortSignal): Promise<boolean> {
    const found = await this.#client.getOrNull(kind, key, { signal });
    if (found === null) return false;
    if (found.metadata.deletionTimestamp === undefined) {
      await this.#client.delete(kind, found.metadata, { propagationPolicy: 'Foreground', signal });
    }
    return true;
  }

  async #report(
    db: Stored<SampleDB>,
    news: SampleDBStatus,
    signal: AbortSignal,
    job: JobState = 'running',
  ): Promise<void> {
    const before = db.status ?? {};
    const conditions = before.conditions?.map((each) => ({ ...each })) ?? [];
    const isRunning = news.phase === 'Running';
    setStatusCondition(conditions, {
      type: 'Available',
      status: isRunning ? 'True' : 'False',
      reason: job === 'failed' ? 'JobFailed' : (news.phase ?? 'Unknown'),
      message: job === 'failed' ? 'A Job failed: delete it to have it run again' : '',
      observedGeneration: db.metadata.generation,
    });
    const status = { ...before, ...news, conditions };
    if (!deepEqual(before, status)) await this.#client.status.update(SampleDB, { ...db, status }, { signal });
  }
}

function ownerOf(db: Stored<SampleDB>) {
  return controllerReference(SampleDB, db);
}

function partOf({ metadata }: Stored<SampleDB>, name: (name: string) => string): Request {
  return { name: name(metadata.name), namespace: metadata.namespace };
}

/** Registers the controller with the manager. Called by src/register.ts. */
export async function setupSampleDBController(manager: Manager): Promise<void> {
  await controllerManagedBy(manager)
    .for(SampleDB)
    .owns(StatefulSet)
    .owns(PersistentVolumeClaim)
    .owns(Service)
    .owns(CronJob)
    .owns(Job)
    .complete(new SampleDBReconciler(manager.client));
}

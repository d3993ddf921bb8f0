import {
  controllerManagedBy,
  deepEqual,
  defineIndex,
  indexByController,
  isNotFound,
  type CachedClient,
  type Clock,
  type Context,
  type EventRecorder,
  type Manager,
  type Reconciler,
  type Request,
  type Result,
  type Stored,
} from '@operator-gen/runtime';
import { Rbac } from '@operator-gen/runtime/api';
import { Job } from '@operator-gen/runtime/k8s/batch/v1';
import { groupVersion } from '../api/v1/group-version.js';
import { CronJob } from '../api/v1/cronjob.types.js';
import { makeJob, referenceTo, scheduledAt, sortJobs, timeText, type SortedJobs } from './cronjob.jobs.js';
import { mostMissed, runsOf } from './cronjob.runs.js';

/** The index by which the Jobs of a CronJob are found. */
export const jobsByOwner = defineIndex(Job, 'metadata.controller', indexByController);

/** What says the time: milliseconds since 1970. A test brings a clock that it can set. */
export type WallClock = Pick<Clock, 'now'>;

const wallClock: WallClock = { now: () => Date.now() };

/** Starts the Jobs of CronJobs when they are due, and removes old ones. */
@Rbac({ groups: [groupVersion.group], resources: ['cronjobs'], verbs: ['get', 'list', 'watch'] })
@Rbac({ groups: [groupVersion.group], resources: ['cronjobs/status'], verbs: ['update'] })
@Rbac({ groups: [groupVersion.group], resources: ['cronjobs/finalizers'], verbs: ['update'] })
@Rbac({ groups: ['batch'], resources: ['jobs'], verbs: ['get', 'list', 'watch', 'create', 'delete'] })
@Rbac({ groups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] })
export class CronJobReconciler implements Reconciler {
  readonly #client: CachedClient;
  readonly #recorder: EventRecorder;
  readonly #clock: WallClock;

  /** @param client whose cache has the index `jobsByOwner` */
  constructor(client: CachedClient, recorder: EventRecorder, clock: WallClock = wallClock) {
    this.#client = client;
    this.#recorder = recorder;
    this.#clock = clock;
  }

  async reconcile(request: Request, context: Context): Promise<Result | void> {
    const { signal } = context;
    const cronJob = await this.#client.getOrNull(CronJob, request, { signal });
    // Its Jobs go with it, by their owner references.
    if (cronJob === null || cronJob.metadata.deletionTimestamp !== undefined) return;

    const { namespace, uid } = cronJob.metadata;
    const { items } = await this.#client.list(Job, { namespace, index: jobsByOwner.equals(uid), signal });
    const jobs = sortJobs(items.filter(({ metadata }) => metadata.deletionTimestamp === undefined));
    const { spec } = cronJob;
    await this.#removeOld(cronJob, jobs.successful, spec.successfulJobsHistoryLimit, context);
    await this.#removeOld(cronJob, jobs.failed, spec.failedJobsHistoryLimit, context);

    const last = lastStart(cronJob, items);
    if (spec.suspend) return this.#report(cronJob, jobs.active, last, context);

    const now = new Date(this.#clock.now());
    const since = last ?? new Date(cronJob.metadata.creationTimestamp ?? now);
    const runs = runsOf(spec.schedule, { now, since, deadline: spec.startingDeadlineSeconds });
    if (runs.state === 'unreadable') {
      this.#warn(cronJob, 'UnparseableSchedule', `The schedule cannot be read: ${runs.reason}.`);
      // Only a change of the CronJob helps, and that wakes us.
      return this.#report(cronJob, jobs.active, last, context);
    }
    if (runs.tooManyMissed) this.#warn(cronJob, 'TooManyMissedTimes', tooManyMissed);
    const { due, next } = runs;
    const active = due === undefined ? jobs.active : await this.#start(cronJob, jobs, due, context);
    await this.#report(cronJob, active, active === jobs.active ? last : due, context);
    // Where a run waits for the one before it, the end of that one wakes us.
    if (next !== undefined) return { requeueAfter: next.getTime() - now.getTime() };
  }

  /** Starts a run where the policy lets it, and answers the Jobs that run then: the same ones where it does not. */
  async #start(
    cronJob: Stored<CronJob>,
    { active }: SortedJobs,
    run: Date,
    { log, signal }: Context,
  ): Promise<readonly Stored<Job>[]> {
    const policy = cronJob.spec.concurrencyPolicy;
    if (policy === 'Forbid' && active.length > 0) {
      this.#warn(cronJob, 'JobAlreadyActive', `The run of ${timeText(run)} waits: the one before it still runs.`);
      return active;
    }
    if (policy === 'Replace')
      for (const job of active) await this.#remove(cronJob, job, 'a new one takes its place', signal);
    const job = await this.#client.create(Job, makeJob(cronJob, run), { signal });
    log.info('started a Job', { job: job.metadata.name, run: timeText(run) });
    const note = `The Job ${job.metadata.name} was started.`;
    this.#recorder.event(cronJob, { type: 'Normal', reason: 'SuccessfulCreate', action: 'Start', note, related: job });
    return policy === 'Replace' ? [job] : [...active, job];
  }

  /** Removes the oldest finished Jobs, so that no more than `limit` are kept; all of them where there is none. */
  async #removeOld(
    cronJob: Stored<CronJob>,
    finished: readonly Stored<Job>[],
    limit: number | undefined,
    { signal }: Context,
  ): Promise<void> {
    if (limit === undefined) return;
    for (const job of finished.slice(0, Math.max(0, finished.length - limit))) {
      await this.#remove(cronJob, job, `${limit} are kept`, signal);
    }
  }

  async #remove(cronJob: Stored<CronJob>, job: Stored<Job>, why: string, signal: AbortSignal): Promise<void> {
    const { name, uid } = job.metadata;
    try {
      // Its Pods too; a Job is otherwise deleted without them.
      await this.#client.delete(Job, job.metadata, { propagationPolicy: 'Background', preconditions: { uid }, signal });
    } catch (error) {
      if (isNotFound(error)) return;
      throw error;
    }
    const note = `The Job ${name} was deleted: ${why}.`;
    this.#recorder.event(cronJob, { type: 'Normal', reason: 'SuccessfulDelete', action: 'Remove', note, related: job });
  }

  /** Says in the status which Jobs run and when one was started last, where it is not said already. */
  async #report(
    cronJob: Stored<CronJob>,
    active: readonly Stored<Job>[],
    lastScheduleTime: Date | undefined,
    { signal }: Context,
  ): Promise<void> {
    const status = {
      ...cronJob.status,
      active: active.map(referenceTo),
      ...(lastScheduleTime === undefined ? {} : { lastScheduleTime: timeText(lastScheduleTime) }),
    };
    if (deepEqual({ active: [], ...cronJob.status }, status)) return;
    cronJob.status = status;
    await this.#client.status.update(CronJob, cronJob, { signal });
  }

  #warn(cronJob: Stored<CronJob>, reason: string, note: string): void {
    this.#recorder.event(cronJob, { type: 'Warning', reason, action: 'Schedule', note });
  }
}

const tooManyMissed =
  `More than ${mostMissed} runs were missed, and only the last one is started: set or decrease startingDeadlineSeconds, ` +
  'or look whether a clock is wrong.';

/** When a run was last started: the status may be behind the Jobs, and the Jobs may be gone. */
function lastStart({ status }: Stored<CronJob>, jobs: readonly Stored<Job>[]): Date | undefined {
  const told = status?.lastScheduleTime === undefined ? [] : [new Date(status.lastScheduleTime)];
  const times = [...told, ...jobs.map(scheduledAt)].filter((time) => time !== undefined);
  return times.length === 0 ? undefined : new Date(Math.max(...times.map((time) => time.getTime())));
}

/** Registers the controller with the manager. Called by src/register.ts. */
export async function setupCronJobController(manager: Manager, clock?: WallClock): Promise<void> {
  const { cache, client } = manager;
  cache.addIndex(jobsByOwner);
  const reconciler = new CronJobReconciler(client, manager.getEventRecorder('cronjob-controller'), clock);
  await controllerManagedBy(manager).for(CronJob).owns(Job).complete(reconciler);
}

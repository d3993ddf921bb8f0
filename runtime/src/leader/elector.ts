import { microTime } from '../api/micro-time.js';
import { isAlreadyExists, isConflict } from '../client/error-reasons.js';
import type { Client } from '../client/client.js';
import type { Stored } from '../client/stored.js';
import { UnexpectedAnswerError } from '../transport/unexpected-answer.js';
import { withMissingPermission, type Permission } from '../client/missing-permission.js';
import { Lease } from '../k8s/coordination/v1.js';
import type { Logger } from '../log/logger.js';
import { Problems } from '../log/problems.js';
import type { Clock } from '../timing/clock.js';
import { pause, within } from '../timing/wait.js';
import { jitter, resolveElectionOptions, type ElectionOptions } from './election-options.js';
import { HeldLease } from './held-lease.js';
import { LeaseLostError, whyLost } from './lease-lost-error.js';

/** The fields that each write of this process sets. */
type LeaseSpec = Required<Pick<NonNullable<Lease['spec']>, 'holderIdentity' | 'leaseDurationSeconds' | 'renewTime'>>;

/** Written lease, and the monotonic milliseconds at which its request was sent. */
interface Written {
  readonly stored: Stored<Lease>;
  readonly asked: number;
}

/**
 * Elects one of several processes with a Lease:
 * https://kubernetes.io/docs/concepts/architecture/leases/#leader-election. Clocks of different machines are never
 * compared: a lease has expired if it was not seen to change for its duration.
 */
export class Elector {
  readonly #client: Client;
  readonly #options: Required<ElectionOptions>;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #problems: Problems;
  /** Last seen state of the lease, and the time on this process's monotonic clock. */
  #seen: { readonly holder: string; readonly version: string; readonly at: number } | undefined;
  readonly #held: HeldLease;
  #hasLed = false;
  /** Monotonic milliseconds until which this process may act. */
  #validUntil = 0;
  /** The reason why the last attempt failed. */
  #lastError: unknown;
  /** Milliseconds by which a request of the last attempt has exceeded its limit. */
  #exceeded = 0;

  /**
   * @throws ConfigError if the durations would allow two leaders at once, or a leader to give up without a second
   * attempt
   */
  constructor(client: Client, options: ElectionOptions, log: Logger) {
    this.#client = client;
    this.#held = new HeldLease(client);
    this.#options = resolveElectionOptions(options);
    this.#clock = this.#options.clock;
    this.#log = log.with({ lease: this.#lease, identity: options.identity });
    this.#problems = new Problems(this.#log);
  }

  /** Identity of this process in the lease. */
  get identity(): string {
    return this.#options.identity;
  }

  /**
   * Reports whether this process is the leader now. Called before every reconcile: true only while no other process can
   * have taken the lease.
   */
  isLeader(): boolean {
    return this.#clock.now() < this.#validUntil;
  }

  /**
   * Reports whether this process may write. Components that run without leading may write until the process has led;
   * after that, an expired lease ends this permanently, as soon as it expires and even before its loss is noticed.
   */
  mayWrite(): boolean {
    return !this.#hasLed || this.isLeader();
  }

  /** Waits until this process is the leader. Returns early when `signal` is aborted. */
  async acquire(signal: AbortSignal): Promise<void> {
    this.#log.info('waiting to become the leader');
    while (!signal.aborted) {
      if (await this.#tryOnce(this.#options.renewDeadline, signal)) {
        this.#log.info('became the leader');
        return;
      }
      await pause(this.#clock, this.#nextPeriod(), signal);
    }
  }

  /**
   * Renews the lease until `signal` is aborted.
   * @throws LeaseLostError if it could not be renewed in time; the message says why
   */
  async hold(signal: AbortSignal): Promise<void> {
    const { renewDeadline } = this.#options;
    let tried = this.#seen?.at ?? this.#clock.now();
    while (!signal.aborted) {
      const until = this.#validUntil;
      // Measured from the start of the last attempt, because the lease counts from there, and a slow attempt leaves
      // less time.
      const due = Math.min(Math.max(this.#clock.now(), tried + this.#nextPeriod()), until);
      await pause(this.#clock, due - this.#clock.now(), signal);
      if (signal.aborted) return;
      let stalled = this.#clock.now() - due;
      if (stalled > renewDeadline / 2) this.#warnOfStall(stalled);
      if (this.isLeader()) {
        tried = this.#clock.now();
        await this.#tryOnce(until - tried, signal);
        if (signal.aborted) return;
        // A request that ends long after its limit indicates that the process stood still.
        stalled = Math.max(stalled, this.#exceeded);
      }
      const holder = this.#seen?.holder;
      const isTaken = holder !== undefined && holder !== this.#options.identity;
      if (isTaken || !this.isLeader()) {
        this.#validUntil = 0;
        const why = whyLost({
          takenBy: isTaken ? holder : undefined,
          stalled,
          renewDeadline,
          lastError: this.#lastError,
        });
        throw new LeaseLostError(`the lease ${this.#lease} was lost: ${why}`);
      }
    }
  }

  /** Releases the lease, so that another process need not wait until it expires. Nothing may be written afterwards. */
  async release(): Promise<void> {
    if (!this.isLeader()) return;
    this.#validUntil = 0;
    const { id, namespace, identity, renewDeadline } = this.#options;
    try {
      await within(this.#clock, renewDeadline / 2, undefined, async (signal) => {
        const lease = await this.#client.get(Lease, { name: id, namespace }, { signal });
        if (lease.spec?.holderIdentity !== identity) return;
        lease.spec = { ...lease.spec, holderIdentity: '', leaseDurationSeconds: 1, renewTime: microTime() };
        await this.#client.update(Lease, lease, { signal });
        this.#log.info('released the lease');
      });
    } catch (error) {
      this.#log.warn('the lease could not be released; other replicas wait until it expires', { error });
    }
  }

  get #lease(): string {
    return `${this.#options.namespace}/${this.#options.id}`;
  }

  #nextPeriod(): number {
    return this.#options.retryPeriod * (1 + Math.random() * jitter);
  }

  /** @param limit maximum milliseconds of the attempt */
  async #tryOnce(limit: number, signal: AbortSignal): Promise<boolean> {
    const begun = this.#clock.now();
    this.#exceeded = 0;
    try {
      const leads = await within(this.#clock, limit, signal, (attempt) => this.#acquireOrRenew(attempt));
      this.#problems.isGone('lease', 'the lease can be read and written again');
      this.#lastError = undefined;
      return leads;
    } catch (thrown) {
      const error = withMissingPermission(thrown, this.#permission);
      // The error of an attempt that hardly had any time is less informative than the previous one.
      const isCutShort = limit < this.#options.renewDeadline / 2 && this.#clock.now() - begun >= limit;
      if (!isCutShort || this.#lastError === undefined) this.#lastError = error;
      if (!signal.aborted && !isConflict(error) && !isAlreadyExists(error)) {
        this.#problems.is('lease', 'the lease could not be read or written', { error });
      }
      return false;
    }
  }

  async #acquireOrRenew(signal: AbortSignal): Promise<boolean> {
    const written =
      (await this.#write(signal, (spec, limited) => this.#held.renew(spec, limited))) ?? (await this.#acquire(signal));
    if (written === undefined) return false;
    const { stored, asked } = written;
    this.#requireOurs(stored);
    this.#held.keep(stored);
    this.#seen = { holder: this.identity, version: stored.metadata.resourceVersion, at: asked };
    return this.#extendTo(asked + this.#options.renewDeadline);
  }

  /** Acquires the lease for this process; undefined while another process holds it. */
  async #acquire(attempt: AbortSignal): Promise<Written | undefined> {
    const { id: name, namespace, identity } = this.#options;
    const lease = await this.#send(attempt, (signal) => this.#client.getOrNull(Lease, { name, namespace }, { signal }));
    if (lease === null) {
      return this.#write(attempt, (spec, signal) => {
        const first = { ...spec, acquireTime: spec.renewTime, leaseTransitions: 0 };
        return this.#client.create(Lease, { metadata: { name, namespace }, spec: first }, { signal });
      });
    }
    const holder = lease.spec?.holderIdentity ?? '';
    this.#observe(lease, holder);
    if (holder !== identity && holder !== '' && !this.#isOver(lease)) return undefined;
    const leaseTransitions = (lease.spec?.leaseTransitions ?? 0) + 1;
    return this.#write(attempt, (spec, signal) => {
      const taken = holder === identity ? {} : { acquireTime: spec.renewTime, leaseTransitions };
      return this.#client.update(Lease, { ...lease, spec: { ...lease.spec, ...spec, ...taken } }, { signal });
    });
  }

  /** Writes the lease. It counts from the request, not from the answer, nor from a read before it. */
  async #write(
    attempt: AbortSignal,
    write: (spec: LeaseSpec, signal: AbortSignal) => Promise<Stored<Lease> | undefined>,
  ): Promise<Written | undefined> {
    const asked = this.#clock.now();
    const stored = await this.#send(attempt, (signal) => write(this.#spec(), signal));
    return stored && { stored, asked };
  }

  /**
   * Sends one request of an attempt. Each has half of the time, so that a request that hangs leaves time for another
   * one. A server that takes almost half of the time for each request is still fast enough.
   */
  async #send<T>(attempt: AbortSignal, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const limit = this.#options.renewDeadline / 2;
    const ends = this.#clock.now() + limit;
    try {
      return await within(this.#clock, limit, attempt, send);
    } finally {
      this.#exceeded = Math.max(this.#exceeded, this.#clock.now() - ends);
    }
  }

  /**
   * @throws UnexpectedAnswerError if the answer names another holder: this process is then not the leader, whatever was
   * written
   */
  #requireOurs(stored: Stored<Lease>): void {
    const holder = stored.spec?.holderIdentity;
    if (holder === this.identity) return;
    const other = typeof holder === 'string' ? holder : '';
    if (other !== '') this.#observe(stored, other);
    throw new UnexpectedAnswerError(`the lease ${this.#lease} was answered with the holder "${other}", not with us`);
  }

  #spec(): LeaseSpec {
    const { identity, leaseDuration } = this.#options;
    return {
      holderIdentity: identity,
      leaseDurationSeconds: Math.ceil(leaseDuration / 1000),
      renewTime: microTime(),
    };
  }

  /** Rejects a renewal that comes too late, because reconciles and writes have been rejected since then. */
  #extendTo(until: number): boolean {
    if (until <= this.#clock.now() || (this.#hasLed && !this.isLeader())) return false;
    this.#hasLed = true;
    this.#validUntil = until;
    return true;
  }

  #observe({ metadata: { resourceVersion: version } }: Stored<Lease>, holder: string): void {
    // Any change is a renewal. Its times are from the clock of another machine, and are ignored.
    if (this.#seen?.version !== version) this.#seen = { holder, version, at: this.#clock.now() };
  }

  #isOver(lease: Stored<Lease>): boolean {
    const duration = (lease.spec?.leaseDurationSeconds ?? 0) * 1000;
    return this.#seen !== undefined && this.#clock.now() > this.#seen.at + duration;
  }

  #warnOfStall(stalled: number): void {
    const { renewDeadline } = this.#options;
    this.#log.warn(
      'this process was unresponsive: a computation blocked the event loop, or the process was suspended',
      {
        seconds: stalled / 1000,
        consequence: `a leader that cannot renew its lease for ${renewDeadline / 1000} s ends`,
        remedy: 'split long computations, or move them to a worker thread',
      },
    );
  }

  get #permission(): Permission {
    const { namespace } = this.#options;
    return { group: 'coordination.k8s.io', resource: 'leases', verbs: ['get', 'create', 'update'], namespace };
  }
}

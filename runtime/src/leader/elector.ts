import { setTimeout as sleep } from 'node:timers/promises';
import { microTime } from '../api/micro-time.js';
import { isAlreadyExists, isConflict } from '../client/api-error.js';
import { ConfigError } from '../client/cluster-config.js';
import type { Client, Stored } from '../client/client.js';
import { startDeadline } from '../client/deadline.js';
import { Lease } from '../k8s/coordination/v1.js';
import type { Logger } from '../log/logger.js';

export interface ElectionOptions {
  /** Name of the Lease. */
  readonly id: string;
  readonly namespace: string;
  /** Who asks; no two processes may be called the same. */
  readonly identity: string;
  /** Milliseconds that others wait after the last sign of life before they take over. */
  readonly leaseDuration?: number;
  /** Milliseconds after which a leader that cannot renew gives up. Shorter than the lease. */
  readonly renewDeadline?: number;
  /** Milliseconds between attempts. */
  readonly retryPeriod?: number;
}

/** Thrown when a leader cannot renew its lease: the process has to end, because another may lead now. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

// client-go's defaults.
const defaults = { leaseDuration: 15_000, renewDeadline: 10_000, retryPeriod: 2_000 };
/** Part of the retry period by which a pause may be longer, so that those who wait do not all ask at once. */
const jitter = 0.2;

/**
 * Elects one process among several with a Lease: https://kubernetes.io/docs/concepts/architecture/leases/#leader-election.
 * Clocks are never compared: a lease is over when it was not seen to change for its duration.
 */
export class Elector {
  readonly #client: Client;
  readonly #options: Required<ElectionOptions>;
  readonly #log: Logger;
  /** The record that was last seen, and when by our own monotonic clock. */
  #seen: { readonly holder: string; readonly renewTime: string; readonly at: number } | undefined;
  /** Until when we may act. Monotonic milliseconds. */
  #validUntil = 0;

  /** @throws ConfigError when the durations would let two lead at once, or a leader give up without a second attempt */
  constructor(client: Client, options: ElectionOptions, log: Logger) {
    this.#client = client;
    this.#options = { ...defaults, ...options };
    const { leaseDuration, renewDeadline, retryPeriod } = this.#options;
    if (!(leaseDuration > renewDeadline && renewDeadline > retryPeriod * (1 + jitter) && retryPeriod > 0)) {
      const given = `they are ${leaseDuration}, ${renewDeadline} and ${retryPeriod} ms`;
      throw new ConfigError(
        `leaseDuration must be longer than renewDeadline, and that longer than ${1 + jitter} times retryPeriod: ${given}`,
      );
    }
    this.#log = log.with({ lease: `${options.namespace}/${options.id}`, identity: options.identity });
  }

  /** Whether we lead now. Asked before every reconcile: true only while nobody else can have taken over. */
  isLeader(): boolean {
    return performance.now() < this.#validUntil;
  }

  /** Waits until we lead. Returns early when `signal` is aborted. */
  async acquire(signal: AbortSignal): Promise<void> {
    this.#log.info('waiting to become the leader');
    while (!signal.aborted) {
      if (await this.#tryOnce(signal)) {
        this.#log.info('became the leader');
        return;
      }
      await this.#pause(signal);
    }
  }

  /**
   * Keeps the lease until `signal` is aborted.
   * @throws LeaseLostError when it could not be renewed in time
   */
  async hold(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#pause(signal);
      if (signal.aborted) return;
      const until = this.#validUntil;
      // Half the time: a request that hangs leaves time for another one.
      const limit = Math.min(this.#options.renewDeadline / 2, until - performance.now());
      const attempt = startDeadline(Math.max(1, Math.ceil(limit)), signal);
      const renewed = await this.#tryOnce(attempt.signal);
      attempt.clear();
      if (signal.aborted) return;
      // A renewal that comes too late does not count: keys have been turned away since.
      const over = performance.now() >= until;
      if (renewed && !over) continue;
      const taken = this.#seen !== undefined && this.#seen.holder !== this.#options.identity;
      if (taken || over) {
        this.#validUntil = 0;
        throw new LeaseLostError(`the lease ${this.#options.namespace}/${this.#options.id} was lost`);
      }
    }
  }

  /** Gives the lease back, so that another need not wait for its end. */
  async release(): Promise<void> {
    if (!this.isLeader()) return;
    this.#validUntil = 0;
    const { id, namespace, identity } = this.#options;
    try {
      const lease = await this.#client.get(Lease, { name: id, namespace });
      if (lease.spec?.holderIdentity !== identity) return;
      lease.spec = { ...lease.spec, holderIdentity: '', leaseDurationSeconds: 1, renewTime: microTime() };
      await this.#client.update(Lease, lease);
      this.#log.info('gave the lease back');
    } catch (error) {
      this.#log.warn('the lease could not be given back; others wait for its end', { error });
    }
  }

  async #tryOnce(signal: AbortSignal): Promise<boolean> {
    try {
      return await this.#acquireOrRenew(signal);
    } catch (error) {
      if (!signal.aborted && !isConflict(error) && !isAlreadyExists(error)) {
        this.#log.warn('the lease could not be read or written', { error });
      }
      return false;
    }
  }

  async #acquireOrRenew(signal: AbortSignal): Promise<boolean> {
    const { id: name, namespace, identity, leaseDuration, renewDeadline } = this.#options;
    // Taken before the request: the lease counts from when we asked, not from when we were answered.
    const asked = performance.now();
    const lease = await this.#client.getOrNull(Lease, { name, namespace }, { signal });
    const now = microTime();
    const spec = { holderIdentity: identity, leaseDurationSeconds: Math.ceil(leaseDuration / 1000), renewTime: now };
    if (lease === null) {
      const first = { ...spec, acquireTime: now, leaseTransitions: 0 };
      await this.#client.create(Lease, { metadata: { name, namespace }, spec: first }, { signal });
    } else {
      const holder = lease.spec?.holderIdentity ?? '';
      this.#observe(lease, holder);
      if (holder !== identity && holder !== '' && !this.#isOver(lease)) return false;
      const transitions = lease.spec?.leaseTransitions ?? 0;
      lease.spec =
        holder === identity
          ? { ...lease.spec, ...spec }
          : { ...lease.spec, ...spec, acquireTime: now, leaseTransitions: transitions + 1 };
      await this.#client.update(Lease, lease, { signal });
    }
    this.#seen = { holder: identity, renewTime: now, at: asked };
    this.#validUntil = asked + renewDeadline;
    return true;
  }

  #observe(lease: Stored<Lease>, holder: string): void {
    const renewTime = lease.spec?.renewTime ?? '';
    if (this.#seen?.holder === holder && this.#seen.renewTime === renewTime) return;
    this.#seen = { holder, renewTime, at: performance.now() };
  }

  #isOver(lease: Stored<Lease>): boolean {
    const duration = (lease.spec?.leaseDurationSeconds ?? 0) * 1000;
    return this.#seen !== undefined && performance.now() > this.#seen.at + duration;
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const jittered = this.#options.retryPeriod * (1 + Math.random() * jitter);
    await sleep(jittered, undefined, { signal }).catch(() => undefined);
  }
}

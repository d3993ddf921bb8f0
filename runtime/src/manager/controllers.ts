import type { ControllerHost } from '../controller/controller-host.js';
import type { Controller } from '../controller/controller.js';
import type { ControllerState } from '../controller/controller-state.js';
import { createReconcileHistory } from '../controller/reconcile-history.js';
import type { Logger } from '../log/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import type { RunnableGroup } from './runnable-group.js';

export interface ControllerSetParts {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly isLeader: () => boolean;
  readonly leading: RunnableGroup;
  readonly withoutLeading: RunnableGroup;
  /** Aborted when reconciles must end immediately. */
  readonly cutOff: AbortSignal;
  /** Whether the last reconciles of each object are kept. */
  readonly keepHistory: boolean;
}

/** Controllers of a manager, by name. */
export class ControllerSet {
  readonly #parts: ControllerSetParts;
  readonly #controllers = new Map<string, Controller>();
  #workers = 0;

  constructor(parts: ControllerSetParts) {
    this.#parts = parts;
  }

  /** Maximum number of concurrent reconciles of all controllers together. */
  get workers(): number {
    return this.#workers;
  }

  /** @throws Error if the name is already used */
  add(...[name, workers, make]: Parameters<ControllerHost['addController']>): void {
    const { log, metrics, isLeader, leading, withoutLeading, cutOff } = this.#parts;
    if (this.#controllers.has(name))
      throw new Error(`the controller ${name} already exists: use another name with named()`);
    const controller = make({
      log: log.with({ controller: name }),
      metrics: metrics.controller(name, workers),
      mayAct: isLeader,
      history: this.#parts.keepHistory ? createReconcileHistory() : undefined,
    });
    this.#controllers.set(name, controller);
    this.#workers += workers;
    const group = controller.needLeaderElection ? leading : withoutLeading;
    const describe = (): string => controller.describeWork();
    group.add((signal) => controller.start(signal, cutOff), describe);
    if (controller.needLeaderElection) withoutLeading.add((signal) => controller.warmup(signal), describe);
  }

  /**
   * Returns the states of all controllers at a time in milliseconds since 1970.
   * @param since the same, since which the listed objects were reconciled
   */
  states(time: number, since?: number): readonly ControllerState[] {
    return Array.from(this.#controllers.values(), (controller) => controller.state(time, since));
  }

  /** @throws Error that names the controllers whose caches are not synced */
  requireFilled(): void {
    // A process that waits for the lease is ready to take over: its controllers request their caches when they start.
    const begun = [...this.#controllers.values()].filter(
      ({ needLeaderElection }) => this.#parts.isLeader() || !needLeaderElection,
    );
    const waiting = begun.filter(({ isFilled }) => !isFilled).map(({ name }) => name);
    if (waiting.length > 0)
      throw new Error(`the caches of these controllers are not filled yet: ${waiting.join(', ')}`);
  }
}

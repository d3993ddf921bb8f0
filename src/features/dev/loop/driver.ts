import type { End, Operator, Settings } from '../operator/operator.js';
import type { Prepared, Unusable } from '../prepare.js';
import type { Tell } from '../show/message.js';
import { begin, step, type Effect, type Event, type State } from './machine.js';

/** The actions of the loop. */
export interface Acting {
  readonly prepare: (paths: readonly string[]) => Promise<Prepared | Unusable>;
  readonly operator: Pick<Operator, 'start' | 'stop'>;
  readonly tell: Tell;
}

/** Runs the loop: passes events to the state machine, and carries out what it answers. */
export class Driver {
  readonly #acting: Acting;
  #state: State = begin.state;
  #settings: Settings | undefined;
  /** When the operator was last wanted: with a change, a request, or the end of a pause. */
  #since = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #left!: () => void;
  #failed!: (error: unknown) => void;
  /** Resolves when the loop has ended. */
  readonly ended = new Promise<void>((resolve, reject) => ([this.#left, this.#failed] = [resolve, reject]));

  constructor(acting: Acting) {
    this.#acting = acting;
  }

  get isRunning(): boolean {
    return this.#state.operator === 'running';
  }

  begin(): void {
    for (const each of begin.effects) this.#carryOut(each);
  }

  handle(event: Event): void {
    if (event.type === 'asked' || event.type === 'due') this.#since = performance.now();
    const { state, effects } = step(this.#state, event);
    this.#state = state;
    for (const each of effects) this.#carryOut(each);
  }

  #carryOut(effect: Effect): void {
    switch (effect.do) {
      case 'prepare':
        this.#follow(this.#prepare(effect.paths));
        return;
      case 'start':
        this.#follow(this.#start());
        return;
      case 'stop':
        this.#acting.operator.stop();
        return;
      case 'startLater':
        this.#acting.tell({ event: 'restarts', milliseconds: effect.milliseconds, crashes: effect.crashes });
        this.#timer = setTimeout(() => this.handle({ type: 'due' }), effect.milliseconds);
        return;
      case 'giveUp':
        this.#acting.tell({ event: 'gave-up', crashes: effect.crashes });
        return;
      case 'cancelStart':
        clearTimeout(this.#timer);
        return;
      case 'leave':
        this.#left();
    }
  }

  /** Ends the loop with an error that nobody expects. */
  #follow(work: Promise<void>): void {
    work.catch(this.#failed);
  }

  async #prepare(paths: readonly string[]): Promise<void> {
    this.#since = performance.now();
    if (paths.length > 0) this.#acting.tell({ event: 'changed', files: paths });
    const prepared = await this.#acting.prepare(paths);
    if ('settings' in prepared) {
      this.#settings = prepared.settings;
      if (!prepared.needsRestart && this.isRunning) this.#acting.tell({ event: 'unchanged' });
      this.handle({ type: 'prepared', needsRestart: prepared.needsRestart });
      return;
    }
    if (!this.#state.isLeaving) this.#acting.tell({ event: 'refused', ...prepared, isOperatorRunning: this.isRunning });
    this.handle({ type: 'refused' });
  }

  async #start(): Promise<void> {
    const since = this.#since;
    const end = await this.#acting.operator.start(this.#settings!, since).catch((error: unknown): End => {
      // The cluster does not answer, or has no such service account.
      this.#acting.tell({ event: 'problem', text: `the operator cannot be started: ${(error as Error).message}` });
      return { code: null, signal: null, milliseconds: 0 };
    });
    this.handle({ type: 'ended', after: end.milliseconds });
  }
}

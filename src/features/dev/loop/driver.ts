import type { End, Operator, Settings } from '../operator/operator.js';
import type { Prepared, Refused } from '../prepare.js';
import type { Tell } from '../show/message.js';
import { OwnChanges } from './own-changes.js';
import { begin, step, type Effect, type Event, type State } from './machine.js';

/** The actions of the loop. */
export interface Acting {
  readonly prepare: (paths: readonly string[]) => Promise<Prepared | Refused>;
  /** Ends the build of a preparation if it takes long. */
  readonly endLongBuild: () => void;
  readonly operator: Pick<Operator, 'start' | 'stop'>;
  readonly tell: Tell;
}

/** The path of a change of the whole project. */
const everything = '';

/** Runs the loop: passes events to the state machine, and carries out what it answers. */
export class Driver {
  readonly #acting: Acting;
  #state: State = begin.state;
  #settings: Settings | undefined;
  /** When the operator was last wanted: with a change, or the end of a pause. */
  #since = performance.now();
  readonly #own = new OwnChanges();
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

  /** Builds and applies everything again, and starts the operator again. */
  restart(): void {
    this.handle({ type: 'changed', paths: [everything] });
  }

  begin(): void {
    for (const each of begin.effects) this.#carryOut(each);
  }

  /** Passes on that files were saved. @param paths their paths in the project */
  changed(paths: readonly string[]): void {
    const onFound = (path: string): void =>
      this.#acting.tell({
        event: 'note',
        text: `${path} changes with each build, so that its changes during a build do not lead to another one`,
      });
    const leading = this.#own.leading(paths, performance.now(), onFound);
    if (leading.length === 0) return;
    if (this.#state.isPreparing) this.#acting.endLongBuild();
    this.handle({ type: 'changed', paths: leading });
  }

  handle(event: Event): void {
    if (event.type === 'due') this.#since = performance.now();
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
      case 'sayNotBuilt':
        this.#acting.tell({
          event: 'problem',
          text: 'the operator is not started before the next change: there is no build of one that can be used',
        });
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
    const files = paths.filter((each) => each !== everything);
    if (files.length > 0) this.#acting.tell({ event: 'changed', files });
    this.#own.begin();
    const prepared = await this.#acting.prepare(paths.includes(everything) ? [] : paths);
    this.#own.end(performance.now());
    if ('settings' in prepared) {
      this.#settings = prepared.settings;
      if (!prepared.needsRestart && this.isRunning) this.#acting.tell({ event: 'unchanged' });
      this.handle({ type: 'prepared', needsRestart: prepared.needsRestart });
      return;
    }
    const { isBuilt, ...reasons } = prepared;
    if (!this.#state.isLeaving) this.#acting.tell({ event: 'refused', ...reasons, isOperatorRunning: this.isRunning });
    this.handle({ type: 'refused', isBuilt });
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

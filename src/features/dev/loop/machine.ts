/** An event while `dev` runs. */
export type Event =
  /** Files of the project were saved. */
  | { readonly type: 'changed'; readonly paths: readonly string[] }
  /** A change is generated, built and applied. */
  | { readonly type: 'prepared'; readonly needsRestart: boolean }
  /**
   * A change cannot be used: it does not compile, or the API server rejects it. Then the bundle of the last good change is still there,
   * unless it was built before it was rejected.
   */
  | { readonly type: 'refused'; readonly isBuilt: boolean }
  /** The operator has ended, `after` that many milliseconds. */
  | { readonly type: 'ended'; readonly after: number }
  /** The wait after a crash is over. */
  | { readonly type: 'due' }
  | { readonly type: 'quit' };

/** An action that an event results in. */
export type Effect =
  | { readonly do: 'prepare'; readonly paths: readonly string[] }
  | { readonly do: 'start' }
  | { readonly do: 'stop' }
  /** Start it later, after its crash of this number in a row. */
  | { readonly do: 'startLater'; readonly milliseconds: number; readonly crashes: number }
  /** Tell the user that it is not started again before the next change. */
  | { readonly do: 'giveUp'; readonly crashes: number }
  | { readonly do: 'cancelStart' }
  /** Tell the user that it cannot be started before the next change. */
  | { readonly do: 'sayNotBuilt' }
  | { readonly do: 'leave' };

/** The state of the loop. */
export interface State {
  readonly isPreparing: boolean;
  /** The files that were saved while a change was prepared. */
  readonly changed: readonly string[];
  /** `waiting` for the end of the pause after a crash. */
  readonly operator: 'none' | 'running' | 'stopping' | 'waiting';
  /** Whether it is started again once it has ended. */
  readonly startsAgain: boolean;
  /** Whether the bundle can run. */
  readonly isBuilt: boolean;
  /** Number of crashes in a row. */
  readonly crashes: number;
  readonly isLeaving: boolean;
}

export interface Step {
  readonly state: State;
  readonly effects: readonly Effect[];
}

/** Milliseconds before the operator is started again, after each of its crashes in a row; then it waits for a change. */
const pauses: readonly number[] = [1_000, 4_000, 15_000];

/** Milliseconds after which an operator that ends has not failed at its start. */
const settled = 30_000;

/** The first step: everything is prepared. */
export const begin: Step = {
  state: {
    isPreparing: true,
    changed: [],
    operator: 'none',
    startsAgain: false,
    isBuilt: false,
    crashes: 0,
    isLeaving: false,
  },
  effects: [{ do: 'prepare', paths: [] }],
};

/** Returns the state after an event, and what is to be done. */
export function step(state: State, event: Event): Step {
  switch (event.type) {
    case 'changed':
      return changed(state, event.paths);
    case 'prepared':
      return prepared(state, event.needsRestart);
    case 'refused':
      return next({ ...state, isPreparing: false, isBuilt: event.isBuilt });
    case 'ended':
      return ended(state, event.after);
    case 'due':
      return state.operator === 'waiting' ? started({ ...state, operator: 'none' }) : stay(state);
    case 'quit':
      return leaving(state);
  }
}

function stay(state: State, ...effects: readonly Effect[]): Step {
  return { state, effects };
}

function changed(state: State, paths: readonly string[]): Step {
  const all = [...new Set([...state.changed, ...paths])];
  if (state.isLeaving || all.length === 0) return stay(state);
  if (state.isPreparing) return stay({ ...state, changed: all });
  return stay({ ...state, isPreparing: true, changed: [] }, { do: 'prepare', paths: all });
}

function prepared(state: State, needsRestart: boolean): Step {
  const ready = { ...state, isPreparing: false, isBuilt: true };
  const isUnchanged = !needsRestart && state.operator === 'running';
  const restart = isUnchanged ? stay(ready) : restarted({ ...ready, crashes: 0 });
  const { state: after, effects } = next(restart.state);
  return { state: after, effects: [...restart.effects, ...effects] };
}

/** Prepares what was saved in the meantime. */
function next(state: State): Step {
  return changed(state, []);
}

function restarted(state: State): Step {
  if (state.isLeaving) return stay(state);
  switch (state.operator) {
    case 'running':
      return stay({ ...state, operator: 'stopping', startsAgain: true }, { do: 'stop' });
    case 'stopping':
      return stay({ ...state, startsAgain: true });
    case 'waiting': {
      const { state: after, effects } = started({ ...state, operator: 'none' });
      return { state: after, effects: [{ do: 'cancelStart' }, ...effects] };
    }
    case 'none':
      return started(state);
  }
}

function started(state: State): Step {
  if (!state.isBuilt) return stay({ ...state, operator: 'none', startsAgain: false }, { do: 'sayNotBuilt' });
  return stay({ ...state, operator: 'running', startsAgain: false }, { do: 'start' });
}

function ended(state: State, after: number): Step {
  const none = { ...state, operator: 'none' as const };
  if (state.isLeaving) return stay(none, { do: 'leave' });
  if (state.operator === 'stopping') return state.startsAgain ? started(none) : stay(none);
  if (!state.isBuilt) return started(none);
  const crashes = after >= settled ? 1 : state.crashes + 1;
  const pause = pauses[crashes - 1];
  if (pause === undefined) return stay({ ...none, crashes }, { do: 'giveUp', crashes });
  return stay({ ...none, operator: 'waiting', crashes }, { do: 'startLater', milliseconds: pause, crashes });
}

function leaving(state: State): Step {
  if (state.isLeaving) return stay(state);
  const left = { ...state, isLeaving: true, startsAgain: false, changed: [] };
  switch (state.operator) {
    case 'running':
      return stay({ ...left, operator: 'stopping' }, { do: 'stop' });
    case 'stopping':
      return stay(left);
    case 'waiting':
      return stay({ ...left, operator: 'none' }, { do: 'cancelStart' }, { do: 'leave' });
    case 'none':
      return stay(left, { do: 'leave' });
  }
}

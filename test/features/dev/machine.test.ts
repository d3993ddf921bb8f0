import { describe, expect, it } from 'vitest';
import { begin, step, type Effect, type Event, type State } from '../../../src/features/dev/loop/machine.js';
import { createRandom } from '../../../runtime/src/testing/random.js';
import { seed } from '../../support/seed.js';

const changed = (...paths: readonly string[]): Event => ({ type: 'changed', paths });
const prepared: Event = { type: 'prepared', needsRestart: true };
const refused: Event = { type: 'refused', isBuilt: true };
/** Its bundle was built before it was rejected. */
const refusedLate: Event = { type: 'refused', isBuilt: false };
const crashed: Event = { type: 'ended', after: 100 };
const quit: Event = { type: 'quit' };

/** Returns the state after events, and the effects of the last one. */
function after(...events: readonly Event[]): { readonly state: State; readonly effects: readonly Effect[] } {
  return events.reduce((before, event) => step(before.state, event), begin);
}

const effectsOf = (...events: readonly Event[]): readonly string[] => after(...events).effects.map((each) => each.do);

describe('the loop', () => {
  it('prepares everything, and starts the operator', () => {
    expect(begin.effects).toEqual([{ do: 'prepare', paths: [] }]);
    expect(effectsOf(prepared)).toEqual(['start']);
  });

  it('prepares a change while the operator runs, and starts it again once the old one has ended', () => {
    expect(after(prepared, changed('src/a.ts')).effects).toEqual([{ do: 'prepare', paths: ['src/a.ts'] }]);
    expect(effectsOf(prepared, changed('src/a.ts'), prepared)).toEqual(['stop']);
    expect(effectsOf(prepared, changed('src/a.ts'), prepared, crashed)).toEqual(['start']);
  });

  it('keeps the operator if a change alters nothing that it depends on', () => {
    expect(effectsOf(prepared, changed('config/a.yaml'), { type: 'prepared', needsRestart: false })).toEqual([]);
  });

  it('keeps the last good operator after a change that cannot be used', () => {
    const { state, effects } = after(prepared, changed('src/a.ts'), refused);
    expect(effects).toEqual([]);
    expect(state).toMatchObject({ operator: 'running', isPreparing: false });
  });

  it('never starts a bundle that was built and then rejected', () => {
    const rejected = [prepared, changed('src/a.ts'), refusedLate] as const;
    expect(after(...rejected).state.operator).toBe('running');
    expect(effectsOf(...rejected, crashed)).toEqual(['sayNotBuilt']);
    expect(effectsOf(prepared, crashed, changed('src/a.ts'), refusedLate, { type: 'due' })).toEqual(['sayNotBuilt']);
    const stopping = [prepared, changed('src/a.ts'), prepared, changed('src/a.ts')] as const;
    expect(effectsOf(...stopping, refusedLate, crashed)).toEqual(['sayNotBuilt']);
    expect(effectsOf(...rejected, crashed, changed('src/a.ts'), prepared)).toEqual(['start']);
  });

  it('prepares what is saved meanwhile as one change', () => {
    expect(effectsOf(prepared, changed('a'), changed('b'))).toEqual([]);
    const { effects } = after(prepared, changed('a'), changed('b'), changed('b', 'c'), refused);
    expect(effects).toEqual([{ do: 'prepare', paths: ['b', 'c'] }]);
    expect(effectsOf(changed('b'), prepared)).toEqual(['start', 'prepare']);
  });

  it('starts an operator that crashes later and later, and then waits for a change', () => {
    const pauses: number[] = [];
    let { state } = after(prepared);
    for (;;) {
      const { state: next, effects } = step(state, crashed);
      const [effect] = effects;
      if (effect?.do !== 'startLater') {
        expect(effects).toEqual([{ do: 'giveUp', crashes: 4 }]);
        state = next;
        break;
      }
      pauses.push(effect.milliseconds);
      const due = step(next, { type: 'due' });
      expect(due.effects).toEqual([{ do: 'start' }]);
      state = due.state;
    }
    expect(pauses).toEqual([1_000, 4_000, 15_000]);
    const fixed = step(step(state, changed('src/a.ts')).state, prepared);
    expect(fixed.effects).toEqual([{ do: 'start' }]);
    expect(fixed.state.crashes).toBe(0);
  });

  it('counts crashes from one again once the operator has run for a while', () => {
    const long: Event = { type: 'ended', after: 60_000 };
    expect(after(prepared, crashed, { type: 'due' }, long).effects).toEqual([
      { do: 'startLater', milliseconds: 1_000, crashes: 1 },
    ]);
  });

  it('does not wait if a change is ready', () => {
    expect(effectsOf(prepared, crashed, changed('a'), prepared)).toEqual(['cancelStart', 'start']);
  });

  it('leaves once the operator has ended', () => {
    expect(effectsOf(quit)).toEqual(['leave']);
    expect(effectsOf(prepared, quit)).toEqual(['stop']);
    expect(effectsOf(prepared, quit, crashed)).toEqual(['leave']);
    expect(effectsOf(prepared, crashed, quit)).toEqual(['cancelStart', 'leave']);
    expect(effectsOf(prepared, changed('a'), prepared, quit, crashed)).toEqual(['leave']);
    expect(effectsOf(prepared, quit, changed('a'), quit)).toEqual([]);
  });

  it('has at most one operator and one preparation, whatever happens', () => {
    const random = createRandom(seed);
    for (let run = 0; run < 300; run += 1) {
      let { state } = begin;
      let [operators, preparations, timers, left] = [0, 1, 0, 0];
      for (let count = 0; count < 30 && left === 0; count += 1) {
        const possible: Event[] = [changed(`src/${count}.ts`), ...(count > 20 ? [quit] : [])];
        if (preparations > 0) possible.push(prepared, refused, refusedLate, { type: 'prepared', needsRestart: false });
        if (operators > 0) possible.push(crashed);
        if (timers > 0) possible.push({ type: 'due' });
        const event = random.pick(possible);
        if (event.type === 'prepared' || event.type === 'refused') preparations -= 1;
        if (event.type === 'ended') operators -= 1;
        if (event.type === 'due') timers -= 1;
        const { state: next, effects } = step(state, event);
        state = next;
        for (const each of effects) {
          if (each.do === 'start') operators += 1;
          if (each.do === 'prepare') preparations += 1;
          if (each.do === 'startLater') timers += 1;
          if (each.do === 'cancelStart') timers -= 1;
          if (each.do === 'leave') left += 1;
        }
        expect([operators, preparations, timers].every((each) => each === 0 || each === 1)).toBe(true);
        expect(operators + timers).toBeLessThanOrEqual(1);
      }
      if (left > 0) expect(operators).toBe(0);
    }
  });
});

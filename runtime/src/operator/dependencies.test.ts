import { beforeEach, expect, expectTypeOf, it } from 'vitest';
import type { Manager } from '../manager/manager.js';
import { setUpWith, type DependenciesOf, type Registration } from './dependencies.js';
import type { OperatorOptions } from './run-operator.js';

interface Clock {
  now(): number;
}
let setUps: string[] = [];
beforeEach(() => void (setUps = []));
const plain = async (_manager: Manager): Promise<void> => void setUps.push('plain');
const timed = async (_manager: Manager, { clock }: { readonly clock: Clock }): Promise<void> =>
  void setUps.push(`timed ${clock.now()}`);
const named = async (_manager: Manager, { owner }: { readonly owner: string }): Promise<void> =>
  void setUps.push(`named ${owner}`);
const manager = {} as Manager;

it('what set-ups need is joined', async () => {
  expectTypeOf<DependenciesOf<[]>>().toBeUnknown();
  expectTypeOf<DependenciesOf<[typeof plain]>>().toBeUnknown();
  expectTypeOf<DependenciesOf<[typeof plain, typeof timed]>>().toEqualTypeOf<{ readonly clock: Clock }>();
  type All = DependenciesOf<[typeof plain, typeof timed, typeof named]>;
  expectTypeOf<All>().toEqualTypeOf<{ readonly clock: Clock } & { readonly owner: string }>();

  const register: Registration<All> = { controllers: [plain, timed, named], webhooks: [] };
  await setUpWith(register.controllers)(manager, { clock: { now: () => 7 }, owner: 'us' });
  expect(setUps).toEqual(['plain', 'timed 7', 'named us']);
});

it('dependencies have to be given where something needs them, and not otherwise', async () => {
  const needy = setUpWith<{ readonly clock: Clock }>([timed]);
  // @ts-expect-error -- the clock is missing
  void (() => needy(manager));
  const free = setUpWith<unknown>([plain]);
  await free(manager);

  const names = { name: 'shop', leaderElectionId: '1.example.com' };
  expectTypeOf({ ...names, register: { controllers: [plain], webhooks: [] } }).toExtend<
    OperatorOptions<Record<never, never>, unknown>
  >();
  expectTypeOf({ ...names, register: { controllers: [timed], webhooks: [] } }).not.toExtend<
    OperatorOptions<Record<never, never>, { readonly clock: Clock }>
  >();

  // A parameter with a question mark may be left out.
  const optional = async (_manager: Manager, clock?: Clock): Promise<void> => void setUps.push(`at ${clock?.now()}`);
  await setUpWith<DependenciesOf<[typeof plain, typeof optional]>>([optional])(manager);
  expect(setUps.at(-1)).toBe('at undefined');
  expectTypeOf({ ...names, register: { controllers: [optional], webhooks: [] } }).toExtend<
    OperatorOptions<Record<never, never>, Clock | undefined>
  >();
});

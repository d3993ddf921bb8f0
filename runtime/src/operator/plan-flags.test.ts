import { expect, it } from 'vitest';
import { parseFlags } from './flags.js';
import { planFlags, planSettingsOf } from './plan-flags.js';
import { standardFlags } from './standard-flags.js';

const settings = async (...words: string[]) => planSettingsOf(await parseFlags('shop', planFlags, words));

it('a plan has settings only if it is requested', async () => {
  expect(await settings()).toBeUndefined();
  expect(await settings('--plan=false')).toBeUndefined();
  expect(await settings('--plan')).toEqual({ namespace: undefined, output: 'text', from: undefined, timeout: 60_000 });
  const flags = ['--plan', '--namespace=a', '--output', 'json', '--from=o.yaml', '--plan-timeout=5'];
  expect(await settings(...flags)).toEqual({ namespace: 'a', output: 'json', from: 'o.yaml', timeout: 5000 });
});

it.each([['--namespace=a'], ['--output=text'], ['--from=o.yaml'], ['--plan-timeout=5']])(
  '%s requires --plan',
  async (flag) => {
    await expect(settings(flag)).rejects.toThrow(`${flag.split('=')[0]} requires --plan`);
  },
);

it('a flag of the operator itself is not one of the plan', () => {
  const own = { namespace: { type: 'string', description: 'namespace of the shop' } } as const;
  expect(planSettingsOf({ plan: false, namespace: 'shop' }, own)).toBeUndefined();
  expect(planSettingsOf({ plan: true, namespace: 'shop' }, own)).toMatchObject({ namespace: undefined });
  expect(
    planSettingsOf({ plan: true, output: 'x' }, { plan: { type: 'boolean', description: 'a plan' } }),
  ).toBeUndefined();
});

it('no flag of a plan has the name of a standard flag', () => {
  expect(Object.keys(planFlags).filter((name) => name in standardFlags)).toEqual([]);
});

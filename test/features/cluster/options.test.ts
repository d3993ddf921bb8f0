import { describe, expect, it } from 'vitest';
import { DiagnosticsError } from '../../../src/base/diagnostics/diagnostic.js';
import { usualOptions, type Description } from '../../../src/features/cluster/description.js';
import type { UpOptions } from '../../../src/features/cluster/flags.js';
import { givenOptions, refuseOther } from '../../../src/features/cluster/options.js';

const nothing: UpOptions = {
  capacity: [],
  withoutControllers: false,
  failing: [],
  featureGates: [],
  install: [],
  merge: false,
};

function refusal(work: () => unknown): string {
  try {
    work();
    return '';
  } catch (error) {
    if (error instanceof DiagnosticsError) return error.diagnostics[0]!.message;
    return String(error);
  }
}

describe('the options of a cluster', () => {
  it('are those that were given', () => {
    expect(givenOptions(nothing)).toEqual({});
    expect(
      givenOptions({
        ...nothing,
        nodes: 0,
        ttl: '2h',
        readyAfter: '1m',
        kubernetes: '1.33',
        capacity: ['cpu=500m', 'nvidia.com/gpu=1'],
        failing: ['b=', 'example.com/a=x'],
      }),
    ).toEqual({
      nodes: 0,
      lifetime: 7200,
      readyAfter: 60_000,
      kubernetes: '1.33',
      capacity: { cpu: '500m', memory: '256Gi', pods: '250', 'nvidia.com/gpu': '1' },
      failing: ['b=', 'example.com/a=x'],
    });
  });

  it.each([
    ['failing', 'broken', '--fail'],
    ['failing', 'a b=c', '--fail'],
    ['failing', 'a"]=c', '--fail'],
    ['capacity', 'cpu=-1', '--capacity'],
    ['capacity', 'cpu=1e400', '--capacity'],
    ['featureGates', 'A=yes', '--feature-gates'],
    ['featureGates', 'A=true --audit-log-path=x', '--feature-gates'],
  ])('%s: %s is refused', (option, value, flag) => {
    expect(refusal(() => givenOptions({ ...nothing, [option]: [value] }))).toContain(`"option":"${flag}"`);
  });

  it.each([
    [{ nodes: 3 }, '"option":"--nodes","value":"3"'],
    [{ capacity: ['cpu=1'] }, '"option":"--capacity","value":"cpu=1,memory=256Gi,pods=250"'],
    [{ readyAfter: '5s' }, '"option":"--ready-after","value":"5s"'],
    [{ failing: ['app=x'] }, '"option":"--fail","value":"app=x"'],
  ])('%j is refused without controllers', (options, message) => {
    expect(givenOptions({ ...nothing, withoutControllers: true })).toEqual({ controllers: false });
    expect(refusal(() => givenOptions({ ...nothing, withoutControllers: true, ...options }))).toContain(message);
  });

  const created: Description = { name: 'dev', createdAt: '', port: 20_000, options: usualOptions };

  it.each([
    [{}, ''],
    [{ nodes: 1 }, ''],
    [{ capacity: { ...usualOptions.capacity } }, ''],
    [{ nodes: 2 }, 'the cluster dev was created with --nodes 1, not 2'],
    [{ controllers: false }, 'the cluster dev was created with --without-controllers false, not true'],
    [{ readyAfter: 2000 }, 'the cluster dev was created with --ready-after none, not 2s'],
    [{ failing: ['a=b'] }, 'the cluster dev was created with --fail none, not a=b'],
  ])('%j: %s', (given, message) => {
    expect(refusal(() => refuseOther(created, given))).toBe(message);
  });

  it.each([
    ['v1.33.2', '1.33', ''],
    ['v1.33.2', '1.33.2', ''],
    ['v1.33.2', '1.3', 'the cluster dev was created with --kubernetes 1.33.2, not 1.3'],
    ['v1.36.3', '1.33', 'the cluster dev was created with --kubernetes 1.36.3, not 1.33'],
    [undefined, '1.33', 'the cluster dev was created with --kubernetes none, not 1.33'],
  ])('the data of %s, and --kubernetes %s: %s', (kubernetes, wanted, message) => {
    const described = { ...created, ...(kubernetes !== undefined && { kubernetes }) };
    expect(refusal(() => refuseOther(described, { kubernetes: wanted }))).toBe(message);
  });
});

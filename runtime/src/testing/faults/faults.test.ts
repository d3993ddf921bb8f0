import { describe, expect, it } from 'vitest';
import { seededFaults, usualFaults, type ProxiedRequest } from './faults.js';

const request: ProxiedRequest = {
  method: 'GET',
  path: '/',
  query: new URLSearchParams(),
  isWatch: false,
  auditID: 'a',
};
const drawn = (seed: number, probability: number, count = 1000) => {
  const choose = seededFaults({ seed, probability });
  return Array.from({ length: count }, () => choose(request));
};

describe('seeded faults', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(drawn(7, 0.5)).toEqual(drawn(7, 0.5));
    expect(drawn(7, 0.5)).not.toEqual(drawn(8, 0.5));
  });

  it('strike as often as they were asked to, with every kind', () => {
    const struck = drawn(1, 0.3).filter((each) => each !== undefined);
    expect(struck.length).toBeGreaterThan(250);
    expect(struck.length).toBeLessThan(350);
    expect(new Set(struck)).toEqual(new Set(usualFaults));
    expect(drawn(1, 0).some((each) => each !== undefined)).toBe(false);
    expect(drawn(1, 1)).not.toContain(undefined);
  });
});

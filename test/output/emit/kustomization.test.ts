import { describe, expect, it } from 'vitest';
import { mergeKustomization } from '../../../src/output/emit/kustomization.js';

describe('a kustomization', () => {
  it('is made where there is none', () => {
    expect(mergeKustomization(undefined, { add: ['a.yaml'] })).toBe(
      'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n- a.yaml\n',
    );
  });

  it('keeps what the user wrote, comments and order included', () => {
    const text = '# mine\nresources:\n# the first\n- a.yaml\n- b.yaml # second\nnamePrefix: x-\n';
    expect(mergeKustomization(text, { add: ['c.yaml', 'd.yaml'], remove: ['a.yaml'] })).toBe(
      '# mine\nresources:\n# the first\n- b.yaml # second\n- c.yaml\n- d.yaml\nnamePrefix: x-\n',
    );
  });

  it('has another name for an entry in its place', () => {
    const text = 'resources:\n# the first\n- a.yaml # mine\n- "b.yaml"\n';
    expect(mergeKustomization(text, { add: ['c.yaml', 'b.yaml'], remove: ['a.yaml'] })).toBe(
      'resources:\n# the first\n- c.yaml # mine\n- "b.yaml"\n',
    );
  });

  it('is not touched when everything is there', () => {
    const text = 'resources: [ a.yaml,   b.yaml ]   # odd, but theirs\n';
    expect(mergeKustomization(text, { add: ['b.yaml'] })).toBe(text);
  });

  it('is not guessed at when it is unreadable', () => {
    expect(mergeKustomization('resources: [', { add: ['a.yaml'] })).toBeUndefined();
    expect(mergeKustomization('resources: a.yaml', { add: ['b.yaml'] })).toBeUndefined();
  });
});

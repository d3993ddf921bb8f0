import { describe, expect, it } from 'vitest';
import { movedWebhookPatches } from '../../src/emit/webhook-patches.js';

const configuration = (sort: string, webhooks: readonly string[]): string =>
  `kind: ${sort}WebhookConfiguration\nwebhooks:\n${webhooks
    .map((each) => `- {name: ${each}, rules: [{resources: [${each.split('.')[0]}]}]}\n`)
    .join('')}`;
const validating = (...webhooks: readonly string[]): string => configuration('Validating', webhooks);
const mutating = (...webhooks: readonly string[]): string => configuration('Mutating', webhooks);
const both = (...webhooks: readonly string[]): string => `${mutating('m', 'n')}---\n${validating(...webhooks)}`;
const before = both('a', 'b', 'c');
const after = both('a', 'c');
const goneText = 'b is not in the ValidatingWebhookConfiguration';
const movedText = 'c is /webhooks/1 in the ValidatingWebhookConfiguration';

const target = 'target: {kind: ValidatingWebhookConfiguration}';
const kustomization = 'config/default/kustomization.yaml';
const file = 'config/default/patch.yaml';

function found(text: string, patch = '', [one, other] = [before, after]): readonly string[] {
  const texts = new Map([
    [kustomization, text],
    [file, patch],
  ]);
  return movedWebhookPatches(texts, one, other).map(({ index, place, position }) => {
    const line = texts.get(position.file)!.split('\n')[position.line - 1]!;
    expect(line.slice(position.column - 1).startsWith(index)).toBe(true);
    return `${position.file}:${position.line} ${index}: ${place}`;
  });
}

describe('a patch of a webhook by its index', () => {
  it.each<[string, string, string, readonly string[]]>([
    [
      'inline, of a webhook that is gone',
      `patches:\n- patch: |-\n    - op: remove\n      path: /webhooks/1/timeoutSeconds\n  ${target}\n`,
      '',
      [`${kustomization}:4 /webhooks/1: ${goneText}`],
    ],
    [
      'in a file, with several in a line',
      `patches:\n- path: patch.yaml\n  ${target}\n`,
      '[{"op": "remove", "path": "/webhooks/0/a"}, {"op": "remove", "path": "/webhooks/2/a"}]',
      [`${file}:1 /webhooks/2: ${movedText}`],
    ],
    [
      'in the older form',
      `patchesJson6902:\n- path: ../default/patch.yaml\n  ${target}\n`,
      '- {op: remove, path: /webhooks/1}\n',
      [`${file}:1 /webhooks/1: ${goneText}`],
    ],
    [
      'of a target without a kind, or with an expression',
      'patches:\n- patch: "[{op: remove, path: /webhooks/1}]"\n  target: {name: v.*}\n- patch: "[{op: remove, path: /webhooks/2}]"\n  target: {kind: Valid.*}\n',
      '',
      [`${kustomization}:2 /webhooks/1: ${goneText}`, `${kustomization}:4 /webhooks/2: ${movedText}`],
    ],
    [
      'that a replacement writes or reads',
      `replacements:\n- source: {kind: ValidatingWebhookConfiguration, fieldPath: webhooks.2.name}\n  targets:\n  - select: {kind: ValidatingWebhookConfiguration}\n    fieldPaths:\n    - webhooks.1.clientConfig.url\n  - select: {kind: MutatingWebhookConfiguration}\n    fieldPaths: [webhooks.1.name]\n`,
      '',
      [`${kustomization}:6 webhooks.1: ${goneText}`, `${kustomization}:2 webhooks.2: ${movedText}`],
    ],
    [
      'beside one of the other configuration is the only one',
      `patches:\n- patch: "[{op: remove, path: /webhooks/1}]"\n  target: {kind: MutatingWebhookConfiguration}\n- patch: "[{op: remove, path: /webhooks/1}]"\n  ${target}\n`,
      '',
      [`${kustomization}:4 /webhooks/1: ${goneText}`],
    ],
    [
      'in a comment does not count, nor does a file that no kustomization lists',
      `patches:\n- ${target}\n  patch: |-\n    # - path: /webhooks/1\n`,
      '- {op: remove, path: /webhooks/1}\n',
      [],
    ],
    ['that is not there yet', `patches:\n- ${target}\n  patch: "[{op: add, path: /webhooks/3}]"\n`, '', []],
    ['in a kustomization that is not valid', 'patches: [/webhooks/1', '', []],
  ])('%s', (_, text, patch, expected) => {
    expect(found(text, patch)).toEqual(expected);
  });

  it.each<[string, string, string, readonly string[]]>([
    ['keeps it with another name', both('a', 'b.old'), both('a', 'b.new'), []],
    ['keeps it with the same name', both('a', 'b'), both('a', 'b'), []],
    ['loses it to another one in its place', both('a', 'b'), both('a', 'x'), [goneText]],
    ['loses it with the whole configuration', both('a', 'b'), mutating('m', 'n'), [goneText]],
    ['loses it with the file', both('a', 'b'), '', [goneText]],
  ])('%s', (_, one, other, places) => {
    const text = `patches:\n- ${target}\n  patch: "[{op: remove, path: /webhooks/1}]"\n`;
    expect(found(text, '', [one, other])).toEqual(places.map((each) => `${kustomization}:3 /webhooks/1: ${each}`));
  });
});

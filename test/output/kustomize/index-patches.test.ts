import { describe, expect, it } from 'vitest';
import { movedPatches } from '../../../src/output/kustomize/index-patches.js';
import { objectsOf } from '../../../src/base/text/yaml-objects.js';

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
  return movedPatches(texts, objectsOf(one), objectsOf(other)).map(({ index, place, position }) => {
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

describe('a patch by an index in another generated object', () => {
  const role = (...rules: readonly string[]): string =>
    `kind: ClusterRole\nmetadata: {name: manager-role}\nrules:\n${rules.map((each) => `- ${each}\n`).join('')}---\nkind: Role\nmetadata: {name: manager-role}\nrules: [{resources: [nodes], verbs: [get]}]\n`;
  const rule = (resources: string, verbs: string): string =>
    `{apiGroups: [''], resources: [${resources}], verbs: [${verbs}]}`;
  const crd = (name: string, versions: string): string =>
    `kind: CustomResourceDefinition\nmetadata: {name: ${name}}\nspec: {versions: ${versions}}\n`;
  const [pods, secrets, urls] = [
    rule('pods', 'get, list'),
    rule('secrets', 'get'),
    '{nonResourceURLs: [/a], verbs: [get]}',
  ];
  const [first, second] = ['{name: v1, additionalPrinterColumns: [{name: A}, {name: B}], served: true}', '{name: v2}'];
  const clusterRole = 'in the ClusterRole manager-role';

  it.each<[what: string, path: string, kind: string, one: string, other: string, place: string | undefined]>([
    [
      'moves with its rule',
      '/rules/0/verbs/0',
      'ClusterRole',
      role(pods),
      role(secrets, pods),
      `/rules/0: the rule for pods is /rules/1 ${clusterRole}`,
    ],
    [
      'loses its rule',
      '/rules/0',
      'ClusterRole',
      role(pods),
      role(secrets),
      `/rules/0: the rule for pods is not ${clusterRole}`,
    ],
    [
      'loses its rule to one for more',
      '/rules/1/verbs/-',
      'ClusterRole',
      role(pods, secrets),
      role(rule('configmaps, secrets', 'get'), pods),
      `/rules/1: the rule for secrets is /rules/0 ${clusterRole}`,
    ],
    [
      'of URLs moves',
      '/rules/1',
      'ClusterRole',
      role(pods, urls),
      role(urls, pods),
      `/rules/1: the rule for /a is /rules/0 ${clusterRole}`,
    ],
    [
      'moves within its rule',
      '/rules/0/verbs/1',
      'ClusterRole',
      role(pods),
      role(rule('pods', 'list, get')),
      `/rules/0/verbs/1: list is /rules/0/verbs/0 ${clusterRole}`,
    ],
    [
      'stays beside other changes',
      '/rules/0/verbs/0',
      'ClusterRole',
      role(pods, secrets),
      role(rule('pods', 'get')),
      undefined,
    ],
    ['of a rule that is not there', '/rules/7', 'ClusterRole', role(pods), role(secrets), undefined],
    ['at the end', '/rules/-', 'ClusterRole', role(pods), role(secrets), undefined],
    ['of another kind', '/rules/0', 'Role', role(pods), role(secrets), undefined],
    [
      'of a version moves',
      '/spec/versions/0/schema',
      'CustomResourceDefinition',
      crd('a', `[${second}, ${first}]`),
      crd('a', `[${first}, ${second}]`),
      '/spec/versions/0: v2 is /spec/versions/1 in the CustomResourceDefinition a',
    ],
    [
      'of a column moves',
      '/spec/versions/0/additionalPrinterColumns/1/name',
      'CustomResourceDefinition',
      crd('a', `[${first}]`),
      crd('a', `[${first.replace('{name: A}, {name: B}', '{name: B}, {name: A}')}]`),
      '/spec/versions/0/additionalPrinterColumns/1: B is /spec/versions/0/additionalPrinterColumns/0 in the CustomResourceDefinition a',
    ],
    [
      'of a rule of a webhook moves',
      '/webhooks/0/rules/1/operations/0',
      'ValidatingWebhookConfiguration',
      'kind: ValidatingWebhookConfiguration\nwebhooks: [{name: a, rules: [{resources: [a], operations: [CREATE]}, {resources: [b], operations: [CREATE]}]}]\n',
      'kind: ValidatingWebhookConfiguration\nwebhooks: [{name: a, rules: [{resources: [b], operations: [CREATE]}, {resources: [a], operations: [CREATE]}]}]\n',
      '/webhooks/0/rules/1: the rule for b is /webhooks/0/rules/0 in the ValidatingWebhookConfiguration',
    ],
  ])('%s', (_what, path, kind, one, other, place) => {
    const patch = `patches:\n- patch: "[{op: replace, path: ${path}, value: x}]"\n  target: {kind: ${kind}}\n`;
    expect(found(patch, '', [one, other])).toEqual(place === undefined ? [] : [`${kustomization}:2 ${place}`]);
    const replacement = `replacements:\n- targets:\n  - select: {kind: ${kind}}\n    fieldPaths: [${path.slice(1).replaceAll('/', '.')}]\n`;
    expect(found(replacement, '', [one, other])).toHaveLength(place === undefined ? 0 : 1);
  });

  it.each<[name: string, count: number]>([
    ['a', 1],
    ['shine-a', 1],
    ['.*', 2],
    ['c', 0],
  ])('of the target %s', (name, count) => {
    const all = (versions: string): string => `${crd('a', versions)}---\n${crd('b', versions)}`;
    const patch = `patches:\n- patch: "[{op: remove, path: /spec/versions/0}]"\n  target: {kind: CustomResourceDefinition, name: ${name}}\n`;
    const [place = ''] = found(patch, '', [all(`[${second}, ${first}]`), all(`[${first}, ${second}]`)]);
    expect(place.split('; ').filter(Boolean)).toHaveLength(count);
  });
});

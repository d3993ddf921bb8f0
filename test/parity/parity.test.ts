import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/tree.js';
import { compare, pathText, type Difference } from './compare.js';
import { explains, readDifferences, readExpectations, type Expectation } from './expectations.js';
import { controllerGenSide, features, missingTool, operatorGenSide, type Side } from './sides.js';
import { buildControllerGen } from './support/controller-gen.js';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
const knownDefects = readExpectations(read('known-defects.yaml'), 'known-defects.yaml');
const expectations = [...readDifferences(read('../../docs/differences.md')), ...knownDefects];

const missing = await missingTool();
if (missing !== undefined) console.warn(`Parity with controller-gen is not tested. ${missing}`);

describe.skipIf(missing !== undefined && process.env['CI'] !== 'true')('the same CRD as controller-gen', () => {
  let folder: TemporaryFolder;
  let differences: Readonly<Record<string, readonly Difference[]>>;

  beforeAll(async () => {
    await buildControllerGen();
    folder = makeTemporaryFolder();
    const theirs: Side = await controllerGenSide(folder.path);
    const ours = operatorGenSide();
    differences = Object.fromEntries(features.map((feature) => [feature, compare(theirs[feature], ours[feature])]));
  }, 1_200_000);
  afterAll(() => folder?.remove());

  it.each(features)('%s', (feature) => {
    const unexplained = differences[feature]!.filter(
      (difference) => !expectations.some((expectation) => explains(expectation, feature, difference)),
    );
    expect(unexplained.length, unexplained.map(shown).join('\n')).toBe(0);
  });

  it('has no expectation that nothing needs', () => {
    const needs = (expectation: Expectation, feature: string): boolean =>
      differences[feature]?.some((difference) => explains(expectation, feature, difference)) === true;
    const idle = expectations.flatMap((expectation) => {
      const { title, path } = expectation;
      if (expectation.features === undefined)
        return features.some((feature) => needs(expectation, feature)) ? [] : [`${title}: ${path}`];
      const without = expectation.features.filter((feature) => !needs(expectation, feature));
      return without.map((feature) => `${title}: ${path} (${feature})`);
    });
    expect(idle.length, idle.join('\n')).toBe(0);
  });
});

function shown({ path, controllerGen, operatorGen }: Difference): string {
  const side = (name: string, value: unknown): string => stringify({ [name]: value === undefined ? 'absent' : value });
  return `path: ${pathText(path)}\n${side('controller-gen', controllerGen)}${side('operator-gen', operatorGen)}`;
}

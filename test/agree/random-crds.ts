import type fc from 'fast-check';
import { parse } from 'yaml';
import { emitCrd } from '../../src/output/emit/crd.js';
import { checkNames } from '../../src/output/generate/compare-with-project.js';
import { verifyKind } from '../../src/language/rules/kind-rules.js';
import { draws, type Draw } from './draw.js';
import { modelMutations } from './model-mutations.js';
import { mutate } from './mutation.js';
import { randomKind } from './random-kind.js';
import { randomObjects, type ObjectCase } from './random-objects.js';
import type { Json } from './random-value.js';
import { textMutations } from './text-mutations.js';

/** A random CustomResourceDefinition. */
export interface CrdCase {
  /** What was done to a valid one. */
  readonly mutations: readonly string[];
  readonly crd: Json;
  /** Whether our own rules accept it, without the helper; undefined if no TypeScript type leads to it. */
  readonly ours: boolean | undefined;
  /** Returns objects of one of its versions. */
  readonly objects: (version: Json, count: number) => readonly ObjectCase[];
}

/** Definitions of which 30 % are valid, 40 % have one mutation and 30 % two. */
export const crdCases: fc.Arbitrary<CrdCase> = draws.map(crdCase);

function crdCase(draw: Draw): CrdCase {
  const count = [0, 0, 0, 1, 1, 1, 1, 2, 2, 2][draw.upTo(9)]!;
  // Half of the mutations are of each sort.
  const ofText = Array.from({ length: count }, () => draw.chance(50)).filter(Boolean).length;
  const kind = randomKind(draw, `r${draw.upTo(2 ** 31)}.example.com`);
  const modelled = Array.from({ length: count - ofText }, () => mutate(draw, kind, modelMutations));
  const errors = () => [...verifyKind(kind), ...checkNames(kind)].filter(({ severity }) => severity === 'error');
  const ours = ofText === 0 ? errors().length === 0 : undefined;
  const crd: Json = parse(emitCrd(kind, '0.0.0').text, { maxAliasCount: -1 });
  const written = Array.from({ length: ofText }, () => mutate(draw, crd, textMutations));
  return {
    mutations: [...modelled, ...written].filter((each) => each !== undefined),
    ...{ crd, ours },
    objects: (version, most) => randomObjects(draw, crd, version, most),
  };
}

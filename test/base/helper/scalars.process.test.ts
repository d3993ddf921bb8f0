import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { formatNanoseconds, parseNanoseconds } from '../../../runtime/src/scalars/duration.js';
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  isQuantity,
  multiplyQuantity,
  negateQuantity,
  parseQuantity,
  quantitySign,
  quantityToNumber,
  quantityValue,
  roundUpQuantity,
  subtractQuantities,
  type AnyQuantity,
} from '../../../runtime/src/scalars/quantity.js';
import { durationTexts, quantityTexts } from '../../support/random-scalars.js';
import { runs, seed } from '../../support/seed.js';
import { upstreamScalars, type Call, type ScalarAnswer } from '../../support/upstream-scalars.js';

const upstream = await upstreamScalars();
if (upstream === undefined)
  process.stderr.write('Quantities are not compared: run `npm run upstream`, which needs Go.\n');

const draw = <T>(values: fc.Arbitrary<T>, count: number): T[] => fc.sample(values, { numRuns: count, seed });

/** Describes a result as Go does. */
function describeQuantity(quantity: AnyQuantity, theirs: ScalarAnswer): object {
  const parsed = parseQuantity(quantity);
  // Upstream writes some amounts as a text of another amount.
  const canonical = theirs.lossy === true ? undefined : formatQuantity(parsed);
  return { canonical, format: parsed.format, order: quantitySign(parsed), sameAmount: true };
}

const theirQuantity = (theirs: ScalarAnswer, ours: AnyQuantity): object => ({
  canonical: theirs.lossy === true ? undefined : theirs.canonical,
  format: theirs.format,
  order: theirs.order ?? 0,
  sameAmount: compareQuantities(ours, exactly(theirs)) === 0,
});

const exactly = ({ amount = '0', exponent = 0 }: ScalarAnswer): AnyQuantity => ({
  coefficient: BigInt(amount),
  exponent,
  format: 'DecimalExponent',
});

describe.skipIf(upstream === undefined)(
  `Kubernetes' own code agrees about (SEED=${seed})`,
  { timeout: 300_000 },
  () => {
    afterAll(() => upstream!.end());

    /** Asks about all calls, and expects the same results as those of a function, or that both refuse. */
    async function expectSameQuantities(calls: readonly Call[], compute: (call: Call) => AnyQuantity): Promise<void> {
      let [valid, lossy] = [0, 0];
      for (const [index, theirs] of (await upstream!.ask(calls)).entries()) {
        const call = calls[index]!;
        const isOurs = call.slice(1, call[0] === 'add' || call[0] === 'subtract' ? 3 : 2).every(isQuantity);
        if (isOurs === (theirs.invalid === true)) expect({ call, isOurs }).toEqual({ call, isOurs: !isOurs });
        if (!isOurs) continue;
        valid += 1;
        lossy += theirs.lossy === true ? 1 : 0;
        const ours = compute(call);
        if (compareQuantities(formatQuantity(ours), ours) !== 0)
          expect(formatQuantity(ours)).toBe(`the amount of ${call.join(' ')}`);
        const [found, expected] = [describeQuantity(ours, theirs), theirQuantity(theirs, ours)];
        if (JSON.stringify(found) !== JSON.stringify(expected))
          expect({ call, ...found }).toEqual({ call, ...expected });
      }
      expect(valid).toBeGreaterThan(calls.length / 2);
      expect(lossy).toBeLessThan(calls.length / 4);
    }

    it('the quantities of texts', () => {
      const calls = draw(quantityTexts, runs(100_000)).map((text): Call => ['parse', text]);
      return expectSameQuantities(calls, ([, text]) => parseQuantity(text!));
    });

    it('texts with exponents beyond 32 bits', () => {
      const texts = [
        '1e4294967296',
        '1e-4294967297',
        '5e9223372036854775807',
        '5e9223372036854775808',
        '1.5e4294967300',
      ];
      return expectSameQuantities(
        [...texts, ...texts.map((text) => `-${text}`)].map((text): Call => ['parse', text]),
        ([, text]) => parseQuantity(text!),
      );
    });

    it.each([
      ['add', ([, one, other]: Call) => addQuantities(one!, other!)],
      ['subtract', ([, one, other]: Call) => subtractQuantities(one!, other!)],
    ])('%s', (name, compute) => {
      const pairs = draw(fc.tuple(quantityTexts, quantityTexts), runs(20_000));
      return expectSameQuantities(
        pairs.map((pair): Call => [name, ...pair]),
        compute,
      );
    });

    it('negation, multiplication and rounding', () => {
      const cases = draw(
        fc.tuple(quantityTexts, fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), fc.integer({ min: -9, max: 12 })),
        runs(20_000),
      );
      const calls = cases.flatMap(([text, factor, scale]): Call[] => [
        ['negate', text],
        ['multiply', text, `${factor}`],
        ['multiply', text, `${BigInt.asIntN(8, factor)}`],
        ['round', text, `${scale}`],
      ]);
      return expectSameQuantities(calls, ([name, text, number]) => {
        if (name === 'negate') return negateQuantity(text!);
        return name === 'multiply' ? multiplyQuantity(text!, BigInt(number!)) : roundUpQuantity(text!, Number(number));
      });
    });

    it('order', async () => {
      const one = draw(quantityTexts, runs(20_000)).filter(isQuantity).map(String);
      // The neighbor of a quantity, or another text of the same amount.
      const near = one.flatMap((text): Call[] => [
        ['compare', text, formatQuantity(text)],
        ['compare', text, formatQuantity(addQuantities(text, '1n'))],
      ]);
      const calls = [...near, ...one.slice(1).map((text, index): Call => ['compare', text, one[index]!])];
      const answers = await upstream!.ask(calls);
      const wrong = calls.filter(([, a, b], index) => compareQuantities(a!, b!) !== (answers[index]!.order ?? 0));
      expect(wrong).toEqual([]);
      expect(new Set(answers.map(({ order = 0 }) => order))).toEqual(new Set([-1, 0, 1]));
    });

    it('values at a scale, and numbers', async () => {
      // Upstream rounds negative amounts in two directions: the documented one is that of `round`.
      const texts = draw(quantityTexts, runs(20_000)).filter((text) => isQuantity(text) && quantitySign(text) >= 0);
      const calls = texts.map((text, index): Call => ['value', text, String([0, -3, 3, -9][index % 4])]);
      const values = await upstream!.ask(calls);
      const fitting = calls.filter((_, index) => values[index]!.value !== undefined);
      expect(fitting.length).toBeGreaterThan(texts.length / 2);
      const ours = fitting.map(([, text, scale]) => String(quantityValue(text!, Number(scale))));
      expect(ours).toEqual(values.flatMap(({ value }) => value ?? []));
      const parsed = await upstream!.ask(texts.map((text): Call => ['parse', text]));
      const far = texts.filter((text, index) => {
        const theirs = Number(parsed[index]!.number!.replace('+Inf', 'Infinity'));
        return Math.abs(quantityToNumber(text) - theirs) > theirs * Number.EPSILON;
      });
      expect(far).toEqual([]);
    });

    it('durations', async () => {
      const texts = draw(durationTexts, runs(100_000));
      const answers = await upstream!.ask(texts.map((text): Call => ['duration', text]));
      const found = texts.map((text) => {
        try {
          const nanoseconds = parseNanoseconds(text);
          return { text, value: String(nanoseconds), canonical: formatNanoseconds(nanoseconds) };
        } catch {
          return { text, invalid: true };
        }
      });
      const wrong = found.filter((each, index) => {
        const { invalid, value, canonical } = answers[index]!;
        return each.invalid !== invalid || each.value !== value || each.canonical !== canonical;
      });
      expect(wrong.slice(0, 10)).toEqual([]);
      expect(answers.filter(({ invalid }) => invalid !== true).length).toBeGreaterThan(texts.length / 4);
    });
  },
);

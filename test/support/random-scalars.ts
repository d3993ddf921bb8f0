import fc from 'fast-check';

/** Returns texts of the characters in a list that is separated by spaces, and of spaces. */
const textsOf = (characters: string, maxLength = 12): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(' ', ...characters.split(' ')), maxLength });
const numberSigns = '0 1 2 3 4 5 6 7 8 9 . + -';

const digits = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom('0', '0', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '9'), maxLength });
const sign = fc.constantFrom('', '', '', '-', '+');

/** Numbers around the limits of 64 bits, of 18 digits, of binary suffixes and of billionths. */
const edges = fc
  .tuple(
    fc.constantFrom(2n ** 63n, 2n ** 53n, 10n ** 18n, 10n ** 9n, 1024n, 2n ** 33n, 10n ** 19n),
    fc.integer({ min: -2, max: 2 }),
  )
  .map(([edge, step]) => String(edge + BigInt(step)));
const whole = fc.oneof({ weight: 5, arbitrary: digits(6) }, digits(24), edges);
const fraction = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  digits(4).map((text) => `.${text}`),
  digits(14).map((text) => `.${text}`),
);
const exponent = fc
  .tuple(fc.constantFrom('e', 'E'), sign, fc.integer({ min: 0, max: 30 }))
  .map((parts) => parts.join(''));
const suffix = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('', 'n', 'u', 'm', 'k', 'M', 'G', 'T', 'P', 'E') },
  { weight: 3, arbitrary: fc.constantFrom('Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei') },
  exponent,
);
const written = fc.tuple(sign, whole, fraction, suffix).map((parts) => parts.join(''));
const odd = textsOf(`${numberSigns} e E i n u m k K M G T P x \u0661 \n`);

/** Texts, most of which are quantities. */
export const quantityTexts = fc.oneof({ weight: 9, arbitrary: written }, odd);

const unit = fc.constantFrom('ns', 'us', '\u00b5s', '\u03bcs', 'ms', 's', 'm', 'h');
const part = fc.tuple(fc.oneof(digits(4), digits(20)), fraction, unit).map((parts) => parts.join(''));
const parts = fc.array(part, { minLength: 1, maxLength: 4 }).map((texts) => texts.join(''));
const oddDuration = textsOf(`${numberSigns} n u \u00b5 m s h d \u0661`);

/** Texts, most of which are durations. */
export const durationTexts = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(sign, parts).map((texts) => texts.join('')) },
  oddDuration,
);

import { hidden, withoutSecretLooks } from './secret-looks.js';

/** Minimum length: a shorter text is probably an ordinary word in the message. */
const shortest = 4;

/** Returns the text without any of these secrets, in every encoding in which a message may contain them. */
export function withoutSecrets(text: string, secrets: Iterable<string | undefined>): string {
  const forms = [...secrets].flatMap((secret) =>
    secret === undefined || secret.length < shortest ? [] : formsOf(secret),
  );
  return [...new Set(forms)]
    .toSorted((one, other) => other.length - one.length)
    .reduce((clean, form) => clean.replaceAll(form, hidden), text);
}

/**
 * Returns the text of another program, such as a plug-in, a proxy or a token issuer, without these secrets, without
 * anything that looks like one, and limited to `length` characters.
 * @param part which part to keep if the text is longer
 */
export function foreignText(
  text: string,
  secrets: Iterable<string | undefined>,
  length: number,
  part: 'start' | 'end' = 'start',
): string {
  const cut = (whole: string, most: number): string => (part === 'start' ? whole.slice(0, most) : whole.slice(-most));
  // Words come last: such a value may also be the name of a secret, which is needed to find that secret.
  const [others, words] = [[], []] as [string[], string[]];
  for (const secret of secrets) if (secret !== undefined) (isWord.test(secret) ? words : others).push(secret);
  // A secret that is cut in the middle would not be found, so the kept text ends well before the cut.
  const clean = withoutSecretLooks(withoutSecrets(cut(text, 8 * length + 16_384), others));
  return cut(withoutSecrets(clean, words).trim(), length);
}

const isWord = /^[a-z][a-z_-]{0,30}$/;

function formsOf(secret: string): readonly string[] {
  const trimmed = secret.trim();
  const bytes = Buffer.from(secret);
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inUrl = encodeURIComponent(bytes.toString());
  return [
    secret,
    trimmed,
    inJson,
    inUrl,
    inUrl.replaceAll('%20', '+'),
    // A form escapes more characters than a URL.
    new URLSearchParams([['', secret]]).toString().slice(1),
    bytes.toString('base64'),
    bytes.toString('base64').replace(/={1,2}$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ].filter((form) => form.length >= shortest);
}

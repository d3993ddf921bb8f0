import { hidden, withoutSecretLooks } from './secret-looks.js';

/** A shorter text is a word that stands in messages anyway, and no secret. */
const shortest = 4;

/** The text with every one of these secrets taken out, in each form in which a message may have it. */
export function withoutSecrets(text: string, secrets: Iterable<string | undefined>): string {
  const forms = [...secrets].flatMap((secret) =>
    secret === undefined || secret.length < shortest ? [] : formsOf(secret),
  );
  return [...new Set(forms)]
    .toSorted((one, other) => other.length - one.length)
    .reduce((clean, form) => clean.replaceAll(form, hidden), text);
}

/**
 * What another program says, such as a plug-in, a proxy or an issuer of tokens: without these secrets, without what looks like
 * one, and no longer than so many characters.
 * @param part which of them are kept where there are more
 */
export function foreignText(
  text: string,
  secrets: Iterable<string | undefined>,
  length: number,
  part: 'start' | 'end' = 'start',
): string {
  const cut = (whole: string, most: number): string => (part === 'start' ? whole.slice(0, most) : whole.slice(-most));
  // Words last: such a value may also be the name of a secret, by which that is found.
  const [others, words] = [[], []] as [string[], string[]];
  for (const secret of secrets) if (secret !== undefined) (isWord.test(secret) ? words : others).push(secret);
  // A secret that is cut off in the middle is not found: what is kept ends well before the cut.
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
    // A form has more characters escaped than a URL.
    new URLSearchParams([['', secret]]).toString().slice(1),
    bytes.toString('base64'),
    bytes.toString('base64').replace(/={1,2}$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ].filter((form) => form.length >= shortest);
}

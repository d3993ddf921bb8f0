/** What stands in the place of a secret. */
const hidden = '***';
/** A shorter text is a word that stands in messages anyway, and no secret. */
const shortest = 4;

/**
 * Secrets that are known by how they look, for text that other programs have written. Each pattern reads a text once: none has
 * two parts that can share its characters.
 */
const patterns: readonly (readonly [RegExp, string])[] = [
  // A JSON Web Token.
  [/\beyJ[\w-]{5,}\.[\w.-]+/g, hidden],
  [/\b(Bearer|Basic) +[\w.~+/=-]{4,}/gi, `$1 ${hidden}`],
  [/-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,20}PRIVATE KEY-----)?/g, hidden],
  // A user and a password in a URL.
  [/:\/\/[^\s/@"']{1,500}@/g, `://${hidden}@`],
  [/((?:token|password|passwd|secret|assertion|api_?key)(?:=|" ?: ?"|%3D))[^\s"'&,;]+/gi, `$1${hidden}`],
];

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
  // A secret that is cut off in the middle is not found: what is kept ends well before the cut.
  const clean = patterns.reduce(
    (before, [pattern, replacement]) => before.replace(pattern, replacement),
    withoutSecrets(cut(text, 8 * length + 16_384), secrets),
  );
  return cut(clean.trim(), length);
}

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
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ].filter((form) => form.length >= shortest);
}

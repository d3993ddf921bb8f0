/** Replacement for a secret. */
export const hidden = '***';

/** Pattern and replacement; a function receives the groups of a match. */
type Rule = readonly [RegExp, string | ((whole: string, ...groups: string[]) => string)];

/**
 * Secrets that are recognized by their form in the text of another program. Each pattern runs in linear time: no two of
 * its parts can match the same characters. Names are recognized by their ending, which covers `AWS_SECRET_ACCESS_KEY`
 * as well as `accessKey`.
 */
const rules: readonly Rule[] = [
  // A JSON Web Token.
  [/\beyJ[\w-]{5,}\.[\w.-]+/g, hidden],
  [/\b(Bearer|Basic|Negotiate)\s+[\w.~+/=-]{4,}/gi, `$1 ${hidden}`],
  [/-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,20}PRIVATE KEY-----)?/g, hidden],
  // A user and a password in a URL.
  [/:\/\/[^\s/@"']{1,500}@/g, `://${hidden}@`],
  // A header with several secrets.
  [
    /((?:cookies?|authorization)\\{0,3}["']?\s*[:=]\s*)(?:\\+["'][^"']*["']?|"(?:[^"\\]|\\[^])*"?|'(?:[^'\\]|\\[^])*'?|[^\s"'\\][^\r\n]*)/gi,
    `$1${hidden}`,
  ],
  // A name that does not end a URL path, a separator and a value, in JSON, nested JSON, Python, Ruby, YAML, a form or a
  // shell.
  [
    /((?<!\/)(?:token|secret|assertion|key|session|sid|credential|signature|sig|jwt|otp|pin|csrf|ticket|cookie|[_-]auth|[?&]code|(?:auth|authorization|device|verification)[_ -]?code|pass(?:word|wd|phrase|code)?|pwd)s?(?:[_ -]?(?:id|value|data|string|text|hash|base64|raw|\d{1,3}))?)([\\"'`\])}]{0,4}\s*(?:=>|:=|[:=]|%3[AD])\s*)(\\+["'][^"']*["']?|"(?:[^"\\]|\\[^])*"?|'(?:[^'\\]|\\[^])*'?|\[[^\]]*\]?|\{[^}]*\}?|[^\s"'\\[{]\S*)/gi,
    (whole, name, separator, value) => (isReason(name, separator, value) ? whole : `${name}${separator}${hidden}`),
  ],
  // A flag and its value, also in a list of arguments.
  [
    /(?<![\w-])(--?[a-z][\w-]*)(["']?(?:,\s*|\s+))("(?:[^"\\]|\\[^])*"?|'(?:[^'\\]|\\[^])*'?|[^\s"'-]\S*)/gi,
    (whole, flag, separator) => (isSecretFlag.test(flag) ? `${flag}${separator}${hidden}` : whole),
  ],
  // A quoted secret after its name.
  [/((?:token|password|passphrase|cookie)\s+)(?:"[^"]{4,}"?|'[^']{4,}'?|`[^`]{4,}`?)/gi, `$1${hidden}`],
  [/[\w+/~%.-]{16,}={0,2}/g, (run) => withoutTokens(run)],
];

const isSecretFlag =
  /(?:token|secret|assertion|key|session|sid|credential|signature|jwt|otp|pin|cookie|auth|code|pass(?:word|wd|phrase|code)?|pwd)s?(?:[_-]?(?:id|value|data))?$/i;

/** Returns the text without anything that has the form of a secret. */
export function withoutSecretLooks(text: string): string {
  return rules.reduce(
    (before, [pattern, replacement]) =>
      typeof replacement === 'string' ? before.replace(pattern, replacement) : before.replace(pattern, replacement),
    text,
  );
}

/** Reports whether the value is the reason of an error and not a secret: `cannot fetch the token: 400`, `token: expired`. */
function isReason(name: string, separator: string, value: string): boolean {
  const mayBeWord = /^pass|^pwd|^secret/i.test(name);
  return !mayBeWord && /:\s+$/.test(separator) && plainWord.test(value);
}

const plainWord = /^(?:[A-Z]?[a-z]{1,20}(?:_[a-z]{1,12}){0,3}|\d{1,3})[:,.;)]?$/;

/** Keeps paths, host names and words; hides everything from the first to the last part that looks random. */
function withoutTokens(run: string): string {
  const parts = run.split(/([/.])/);
  const first = parts.findIndex(isToken);
  if (first < 0) return run;
  const last = parts.findLastIndex(isToken);
  return [...parts.slice(0, first), hidden, ...parts.slice(last + 1)].join('');
}

/** Reports whether part of a long run of characters consists of more than words and short numbers. */
function isToken(part: string): boolean {
  const pieces = part.match(/k8s|v\d|[A-Z]?[a-z]+|[A-Z]+|\d+|[^A-Za-z\d]/g) ?? [];
  const isPlain = pieces.every((piece) => /^(?:[A-Za-z\d]{2,3}|[A-Za-z]{4,}|\d{1,4}|[-_])$/.test(piece));
  return part.length >= 6 && (!isPlain || changesOften.test(part));
}

/** Alternating letters and digits, as in hexadecimal numbers; names such as `x509v3` change less often. */
const changesOften = /(?:[A-Za-z]{1,8}\d{1,8}){3}|(?=[A-Za-z\d]{16})[A-Za-z]{1,16}\d{1,8}[A-Za-z]{1,16}\d/;

const domainPart = '(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)';
const domain = `${domainPart}(?:\\.${domainPart})*(?::[0-9]+)?`;
const pathPart = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const tag = '[\\w][\\w.-]{0,127}';
const digest = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9A-Fa-f]{32,}';
const reference = new RegExp(`^(${domain}/${pathPart}(?:/${pathPart})*)(?::${tag})?(?:@(${digest}))?$`);

/** Maximum length of the name, without tag and digest. */
const longestName = 255;
/** Maximum length of a text that is compared with the pattern: a name, a tag and a digest of 512 bits. */
const longest = 600;

const lengths: Readonly<Record<string, number>> = { sha256: 64, sha384: 96, sha512: 128 };

/**
 * Returns why a text is not an image reference for OLM, which does not support IPv6; undefined if it is one.
 * https://github.com/distribution/reference
 */
export function imageProblem(text: string): string | undefined {
  if (text === '') return 'it is empty';
  if (text.length > longest) return `it is longer than ${longest} characters`;
  if (/^[a-f0-9]{64}$/.test(text)) return 'it is the ID of an image, not a name';
  const whole = withDomain(text);
  const [name = ''] = whole.slice(whole.indexOf('/') + 1).split(/[:@]/, 1);
  if (/[A-Z]/.test(name)) return 'its name contains uppercase letters';
  const match = reference.exec(whole);
  if (match === null) return 'it is not of the form registry/name:tag or registry/name@sha256:...';
  if (match[1]!.length > longestName) return `its name is longer than ${longestName} characters`;
  return match[2] === undefined ? undefined : digestProblem(match[2]);
}

/** Returns the reference with the registry of Docker Hub if it names no registry. */
function withDomain(text: string): string {
  const [first = '', ...rest] = text.split('/');
  const hasDomain = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  return hasDomain ? text : `docker.io/${text}`;
}

function digestProblem(text: string): string | undefined {
  const [algorithm = '', hash = ''] = text.split(':');
  const length = lengths[algorithm];
  if (length === undefined) return `its digest is not one of ${Object.keys(lengths).join(', ')}`;
  return hash.length === length && hash === hash.toLowerCase()
    ? undefined
    : `its digest does not have ${length} lowercase hexadecimal digits`;
}

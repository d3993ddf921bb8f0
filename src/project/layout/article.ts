// Acronyms that are spoken as words, so that their first letter is not what is heard.
const spokenAcronyms = /^(?:FIFO|LAN|LED|LIDAR|LUN|MAC|NAT|NIC|RAID|RAM|REST|ROM|SAML|SAN|SIM|SOAP)s?$/;
// Letters whose names begin with a vowel: "an HTTPRoute", "a URL".
const vowelLetters = /^[AEFHILMNORSX]/;
const silentH = /^(?:heir|honest|hono|hour)/;
const spokenWithConsonant =
  /^(?:eu|ewe|onc?e(?:s?$|time|way)|ubiq|ufo|uni(?!mp|mag|nc|nf|nh|nit|nj|ns|nt|nv)|ura|us[aeiu]|ut[eio])/;

/** Returns a name behind its indefinite article, which follows the sound of the name: "an Order", "a User", "an SSHKey". */
export function withArticle(name: string): string {
  return `${startsWithVowelSound(name) ? 'an' : 'a'} ${name}`;
}

function startsWithVowelSound(name: string): boolean {
  const letters = /^[A-Z]+(?![a-z])/.exec(name)?.[0];
  if (letters !== undefined && !spokenAcronyms.test(letters)) return vowelLetters.test(letters);
  const word = /^[A-Za-z][a-z]*/.exec(name)?.[0].toLowerCase() ?? '';
  return silentH.test(word) || (/^[aeiou]/.test(word) && !spokenWithConsonant.test(word));
}

import { counted } from '../counted.js';
import { error, warning } from './entry.js';
import { orMention, type Mention } from './mention.js';

/** Problems of markers: names and arguments that cannot be read, and places where they have no effect. */
export const markerDiagnostics = {
  'invalid-tag': error<{ tag: string; message: string; meant?: string | undefined } & Mention>(
    ({ tag, message }) => `the arguments of @${tag} are invalid: ${message}`,
    ({ meant, plain }) =>
      orMention(
        plain,
        meant === undefined
          ? "use JavaScript literals separated by commas, with strings in quotes and nothing after them: @enum 'a', 'b'"
          : `put text in quotes: ${meant}`,
      ),
  ),
  'unknown-tag': error<{ tag: string; suggestion?: string; remedy?: string } & Mention>(
    ({ tag }) => `@${tag} is not a marker`,
    ({ suggestion, remedy, plain }) => orMention(plain, remedy ?? `did you mean @${suggestion}?`),
  ),
  'go-marker': warning<{ found: string; instead: string }>(
    ({ found }) => `${found} is a Go marker, which is not supported`,
    ({ instead }) => instead,
  ),
  'marker-not-imported': error<{ marker: string }>(
    ({ marker }) => `@${marker} is not imported`,
    ({ marker }) => `add: import { ${marker} } from '@operator-gen/runtime/api'`,
  ),
  'marker-not-called': error<{ marker: string }>(
    ({ marker }) => `@${marker} is a marker and must be called`,
    ({ marker }) => `write @${marker}(...), with its arguments or with empty parentheses`,
  ),
  'computed-marker': error<{ expression: string }>(
    ({ expression }) => `the decorator ${expression} creates markers that cannot be read without running the code`,
    () => 'write each marker as a separate decorator',
  ),
  'marker-type-mismatch': error<{ marker: string; field: string; type: string; wanted: string; types: string }>(
    ({ marker, field, type, wanted }) => `${marker} applies to ${wanted}, but ${field} is ${type}`,
    ({ marker, field, types }) => `remove ${marker}, or change ${field} to ${types}`,
  ),
  'misplaced-marker': error<{ marker: string; place: string; wanted: string }>(
    ({ marker, place, wanted }) => `${marker} has no effect on ${place}; it belongs on ${wanted}`,
    ({ wanted }) => `move it to ${wanted}`,
  ),
  'marker-in-comment': warning<{ marker: string }>(
    ({ marker }) => `${marker} is in a comment that is not a doc comment, so it is ignored`,
    () => 'write it as a decorator, or as a tag in a doc comment (/** ... */), or remove it',
  ),
  'markers-not-inherited': warning<{ name: string; markers: string; of: string }>(
    ({ name, markers, of }) => `${name} does not inherit the markers of ${of}: ${markers}`,
    ({ markers }) => `repeat ${markers} here if it still applies, or move it to a type that both share`,
  ),
  'invalid-marker': error<{ marker: string; reason: string; instead: string }>(
    ({ marker, reason }) => `${marker}: ${reason}`,
    ({ instead }) => instead,
  ),
  'duplicate-marker': error<{ marker: string }>(
    ({ marker }) => `${marker} is specified twice`,
    () => 'keep one of the two',
  ),
  'missing-argument': error<{ marker: string; argument: string; instead: string } & Mention>(
    ({ marker, argument }) => `${marker} requires ${argument}`,
    ({ instead, plain }) => orMention(plain, instead),
  ),
  'unknown-argument': error<{ marker: string; argument: string; known: string; suggestion: string | undefined }>(
    ({ marker, argument }) => `${marker} has no argument ${argument}`,
    ({ known, suggestion }) => (suggestion === undefined ? `use one of ${known}` : `did you mean ${suggestion}?`),
  ),
  'too-many-arguments': error<{ marker: string; wanted: number; given: number } & Mention>(
    ({ marker, wanted, given }) => `${marker} takes ${counted(wanted, 'argument')}, but got ${given}`,
    ({ wanted, plain }) =>
      orMention(
        plain,
        wanted === 0 ? 'leave the parentheses empty' : `keep the first ${wanted}, and remove the others`,
      ),
  ),
  'argument-type': error<{ marker: string; argument: string; wanted: string; given: string; instead: string }>(
    ({ marker, argument, wanted, given }) => `${argument} of ${marker} must be ${wanted}, but is ${given}`,
    ({ instead }) => instead,
  ),
};

import { isAddress } from '../serving/listen.js';
import { isDnsLabel } from '../validation/values/labels.js';

/** Checks of flag values: each returns the problem with a value, as a sentence. */
type Check = (value: string) => string | undefined;

const unless =
  (isValid: (value: string) => boolean, problem: string): Check =>
  (value) =>
    isValid(value) ? undefined : problem;

export const addressProblem = unless(
  isAddress,
  'It is not an address: write a port up to 65535 after a colon, such as :8080, localhost:8080 or [::1]:8080, or 0 for none.',
);

const isNamespace = (value: string): boolean => value === '' || isDnsLabel(value);

export const namespaceProblem = unless(
  isNamespace,
  'It is not a namespace: write lowercase letters, digits and dashes, such as team-a.',
);

export const namespacesProblem = unless(
  (value) => value.split(',').every((each) => isNamespace(each.trim())),
  'They are not namespaces: write lowercase letters, digits and dashes, with commas between them, such as team-a,team-b.',
);

export const nameProblem = unless(
  (value) => value === '' || (value.length <= 253 && value.split('.').every(isDnsLabel)),
  'It is not the name of an object: write lowercase letters, digits and dashes, such as shop-webhook.',
);

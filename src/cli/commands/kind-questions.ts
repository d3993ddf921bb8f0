import type { Interview } from '../framework/interview.js';
import { withoutDomain } from '../../project/naming.js';
import { refuseName } from './refuse-name.js';

/** A question for the group of a kind. */
interface GroupQuestion {
  /** The domain that is added to the answer. */
  readonly domain: string;
  /** The answer when the user presses Enter. Without one, an empty answer stands for the domain itself. */
  readonly defaultValue?: string | undefined;
  /** Whether the kind exists, so that the answer can be its whole group. */
  readonly exists?: boolean;
}

/** Asks for the group of a kind. Unless there is a default, an empty answer stands for the domain itself. */
export function askGroup(
  text: Interview['text'],
  { domain, defaultValue = '', exists = false }: GroupQuestion,
): Promise<string> {
  const isDomain = defaultValue === '';
  return text({
    flag: '--group',
    message: isDomain ? `API group, to which .${domain} is added (empty for ${domain} itself)` : 'API group',
    ...(isDomain ? {} : { defaultValue }),
    refuse: (answer) => {
      if (answer === '') return undefined;
      const short = exists ? undefined : withoutDomain(answer, domain);
      if (short === undefined) return refuseName('group')(answer);
      return `Not accepted: .${domain} is added to the group; ${short === '' ? 'leave it empty' : `type ${short}`}`;
    },
  });
}

/** Asks for a version of a kind. */
export function askVersion(text: Interview['text'], defaultValue: string): Promise<string> {
  return text({ flag: '--version', message: 'API version', defaultValue, refuse: refuseName('version') });
}

import type { Interview } from '../cli/interview.js';
import { refuseName } from './refuse-name.js';

/** Asks for the group of a kind; the answer is empty for the domain itself, unless there is a default. */
export function askGroup(text: Interview['text'], defaultValue = ''): Promise<string> {
  const isDomain = defaultValue === '';
  return text({
    flag: '--group',
    message: isDomain ? 'API group (empty for the domain itself)' : 'API group',
    ...(isDomain ? {} : { defaultValue }),
    refuse: (answer) => (answer === '' ? undefined : refuseName('group')(answer)),
  });
}

/** Asks for a version of a kind. */
export function askVersion(text: Interview['text'], defaultValue: string): Promise<string> {
  return text({ flag: '--version', message: 'API version', defaultValue, refuse: refuseName('version') });
}

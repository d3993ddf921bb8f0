import type { Interview } from '../cli/interview.js';
import { refuseName } from './refuse-name.js';

/** Asks for the group of a kind; the answer is empty for the domain itself. */
export function askGroup(text: Interview['text'], initialValue?: string): Promise<string> {
  return text({
    flag: '--group',
    message: 'API group (empty for the domain itself)',
    ...(initialValue === undefined ? {} : { initialValue }),
    refuse: (answer) => (answer === '' ? undefined : refuseName('group')(answer)),
  });
}

/** Asks for a version of a kind. */
export function askVersion(text: Interview['text'], initialValue: string): Promise<string> {
  return text({ flag: '--version', message: 'API version', initialValue, refuse: refuseName('version') });
}

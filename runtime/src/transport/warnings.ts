import type { Logger } from '../log/logger.js';
import type { RequestObserver } from './transport.js';

// One warning: a code, its origin, and the text in quotes. https://www.rfc-editor.org/rfc/rfc7234#section-5.5
const warning = /\d{3} \S+ "((?:[^"\\]|\\.)*)"/g;

/** Number of texts to remember before starting over. */
const most = 1000;

/** Returns the texts of a `Warning` header, such as those about a deprecated version or an unknown field. */
export function warningsOf(header: string | undefined): readonly string[] {
  if (header === undefined) return [];
  return [...header.matchAll(warning)].map(([, text = '']) => text.replaceAll(/\\(.)/g, '$1'));
}

/**
 * Creates an observer for `transport.observe` that logs the warnings of the API server, each text once.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/log#NewKubeAPIWarningLogger
 */
export function warningLogger(log: Logger): RequestObserver {
  const said = new Set<string>();
  return ({ warnings = [] }) => {
    for (const text of warnings) {
      if (said.has(text)) continue;
      if (said.size >= most) said.clear();
      said.add(text);
      log.warn('the API server warns', { warning: text });
    }
  };
}

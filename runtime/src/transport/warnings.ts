import type { Logger } from '../log/logger.js';
import type { RequestObserver } from './transport.js';

// One of them: a code, who says it, and the text in quotes. https://www.rfc-editor.org/rfc/rfc7234#section-5.5
const warning = /\d{3} \S+ "((?:[^"\\]|\\.)*)"/g;

/** How many texts are remembered; then the memory begins anew. */
const most = 1000;

/** The texts of a `Warning` header: of a version that is deprecated, or of a field that is unknown. */
export function warningsOf(header: string | undefined): readonly string[] {
  if (header === undefined) return [];
  return [...header.matchAll(warning)].map(([, text = '']) => text.replaceAll(/\\(.)/g, '$1'));
}

/**
 * Logs what the API server warns of, each text once: for `transport.observe`.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/log#NewKubeAPIWarningLogger
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

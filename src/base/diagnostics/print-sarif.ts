import { hash } from 'node:crypto';
import type { ArtifactLocation, Location, Notification, ReportingDescriptor, Result } from 'sarif';
import type { Diagnostic, DiagnosticTable, Position } from './diagnostic.js';
import { withoutPlaces } from './fingerprint.js';

/** Returns the location of a file. */
export type Locate = (file: string) => ArtifactLocation;

/** Returns a code as SARIF describes it: its name in words, its page, and its level unless a flag changes it. */
export function sarifRule(code: string, entries: DiagnosticTable): ReportingDescriptor {
  const name = code.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase());
  // GitHub requires all three texts.
  const text = `${name}: see ${pageUrl(code)}`;
  return {
    id: code,
    shortDescription: { text: name },
    fullDescription: { text },
    help: { text },
    helpUri: pageUrl(code),
    defaultConfiguration: { level: entries[code]!.severity },
  };
}

/**
 * Returns problems of a project as SARIF results. GitHub rejects a result without a location, so a problem without a
 * position is in `otherwise`, such as PROJECT.
 */
export function sarifResults(
  diagnostics: readonly Diagnostic[],
  rules: readonly ReportingDescriptor[],
  locate: Locate,
  otherwise: string,
): Result[] {
  const seen = new Map<string, number>();
  return diagnostics.map((each) => {
    const { code, severity, message, identity, position = { file: otherwise, line: 1, column: 1 } } = each;
    const text = withoutPlaces(identity?.message ?? message);
    const parts = [code, locate(position.file).uri, text, ...(identity?.values === undefined ? [] : [identity.values])];
    const same = hash('sha256', JSON.stringify(parts));
    const index = (seen.get(same) ?? 0) + 1;
    seen.set(same, index);
    return {
      ruleId: code,
      ruleIndex: rules.findIndex(({ id }) => id === code),
      level: severity,
      message: { text: textOf(each) },
      locations: [locationOf(position, locate)],
      // Not GitHub's `primaryLocationLineHash`, which its upload computes from the line and compares.
      partialFingerprints: { 'operatorGen/v1': `${same}:${index}` },
    };
  });
}

/** Returns a diagnostic about the run itself as a SARIF notification. */
export function sarifNotification(each: Diagnostic, locate: Locate): Notification {
  const { code, severity, position } = each;
  return {
    descriptor: { id: code },
    level: severity,
    message: { text: textOf(each) },
    ...(position === undefined ? {} : { locations: [locationOf(position, locate)] }),
  };
}

function textOf({ message, help, lines = [] }: Diagnostic): string {
  const text = [message, `help: ${help}`, ...lines].join('\n');
  // Otherwise it would contain a link.
  return text.includes('](') ? text.replaceAll(/[[\]]/g, '\\$&') : text;
}

function locationOf({ file, line, column, length }: Position, locate: Locate): Location {
  const end = length === undefined ? {} : { endLine: line, endColumn: column + length };
  return {
    physicalLocation: {
      artifactLocation: locate(file),
      region: { startLine: line, startColumn: column, ...end },
    },
  };
}

const folder = 'https://github.com/operator-gen/operator-gen/blob/main/docs/diagnostics';

/** Returns the address of a diagnostic's page in the documentation. */
export function pageUrl(code: string): string {
  return `${folder}/${code}.md`;
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { junitReport } from './junit.js';
import { reportedCases, type Granularity, type SuiteResult } from './reported-cases.js';

export type { SuiteResult };

/** Options of a report. */
export interface ReportOptions {
  /** Absolute path of the report; its folder is created. */
  readonly file: string;
  /** `xml` for the format of JUnit, which CI systems read. */
  readonly format: 'json' | 'xml';
  /** Whether each step is an entry, or each case; defaults to `test`. */
  readonly granularity?: Granularity | undefined;
}

/** Writes a report about test cases. @throws Error of the system if it cannot be written */
export function writeReport(suite: SuiteResult, { file, format, granularity = 'test' }: ReportOptions): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, format === 'xml' ? junitReport(suite, granularity) : jsonReport(suite, granularity));
}

function jsonReport(suite: SuiteResult, granularity: Granularity): string {
  const testcase = reportedCases(suite, granularity);
  const failures = testcase.filter(({ failure }) => failure !== undefined).length;
  const report = { name: suite.name, tests: testcase.length, failures, time: suite.seconds, testcase };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

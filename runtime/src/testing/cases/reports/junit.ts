import { reportedCases, type Granularity, type SuiteResult } from './reported-cases.js';

/** Returns a report in the format of JUnit, which CI systems read. */
export function junitReport(suite: SuiteResult, granularity: Granularity): string {
  const cases = reportedCases(suite, granularity);
  const skipped = cases.filter((each) => each.skipped === true).length;
  const failed = cases.filter(({ failure }) => failure !== undefined).length;
  const totals = { tests: cases.length, failures: failed, ...(skipped > 0 && { skipped }) };
  const time = suite.seconds.toFixed(3);
  const lines = cases.flatMap(({ failure, skipped: isSkipped, seconds, ...attributes }) => {
    const start = `    <testcase${attributesText({ ...attributes, time: seconds.toFixed(3) })}`;
    if (isSkipped === true) return [`${start}>`, '      <skipped/>', '    </testcase>'];
    if (failure === undefined) return [`${start}/>`];
    const message = attributesText({ message: failure.message, type: 'failure' });
    return [`${start}>`, `      <failure${message}>${escaped(failure.text)}</failure>`, '    </testcase>'];
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributesText({ ...totals, time })}>`,
    `  <testsuite${attributesText({ name: suite.name, ...totals, time })}>`,
    ...lines,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function attributesText(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

/** XML 1.0 does not allow control characters other than the tab and the ends of lines, not even as references. */
const notInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

function escaped(text: string): string {
  return text.replace(notInXml, '\ufffd').replace(/[&<>"\n]/g, (each) => entities[each]!);
}

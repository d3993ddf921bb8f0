/** A test case of the agreement with kuttl, and its verdict. */
export interface TriedCase {
  readonly name: string;
  /** Verdict of both programs; `refused` for what kuttl runs, but is not supported here. */
  readonly verdict: 'passed' | 'failed' | 'refused';
  /** Texts by their paths in the folder of the case. */
  readonly files: Readonly<Record<string, string>>;
}

type Files = Readonly<Record<string, string>>;

export const passing = (name: string, files: Files): TriedCase => ({ name, verdict: 'passed', files });
export const failing = (name: string, files: Files): TriedCase => ({ name, verdict: 'failed', files });
export const refused = (name: string, files: Files): TriedCase => ({ name, verdict: 'refused', files });

/** Returns a ConfigMap in YAML. */
export function settings(name: string, data: Readonly<Record<string, string>> = {}, metadata = ''): string {
  return `apiVersion: v1
kind: ConfigMap
metadata: { name: ${name}${metadata === '' ? '' : `, ${metadata}`} }
${Object.keys(data).length === 0 ? '' : `data: ${JSON.stringify(data)}\n`}`;
}

/** Returns a TestStep with these fields. */
export function testStep(fields: string): string {
  return `apiVersion: kuttl.dev/v1beta1
kind: TestStep
${fields}
`;
}

/** Returns a TestAssert with these fields. */
export function testAssert(fields: string): string {
  return `apiVersion: kuttl.dev/v1beta1
kind: TestAssert
${fields}
`;
}

/** Joins documents into one file. */
export function documents(...texts: readonly string[]): string {
  return texts.join('---\n');
}

/**
 * Reports whether a version of Kubernetes is the wanted one: `1.33` is every `v1.33.x`.
 * @param version such as `v1.33.2`; undefined if it is unknown
 */
export function fits(version: string | undefined, wanted: string): boolean {
  const numbers = version?.replace(/^v/, '').split(/[+-]/, 1)[0];
  return numbers !== undefined && (numbers === wanted || numbers.startsWith(`${wanted}.`));
}

const form = /\bv\d+\.\d+\.\d+\S*/;

/** Returns the version of Kubernetes that a program prints with `--version`, such as `v1.33.2`; a reason if it does not. */
export async function versionOf(program: string): Promise<{ readonly version: string } | { readonly reason: string }> {
  const { execa } = await import('execa');
  const result = await execa(program, ['--version'], { reject: false, stdin: 'ignore', timeout: 30_000 });
  const [version] = form.exec(result.stdout) ?? [];
  if (!result.failed && version !== undefined) return { version };
  return {
    reason: `${program} --version failed: ${result.stderr || (result.originalMessage ?? 'it prints no version')}`,
  };
}

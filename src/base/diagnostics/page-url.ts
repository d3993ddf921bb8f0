const folder = 'https://github.com/operator-gen/operator-gen/blob/main/docs/diagnostics';

/** Returns the address of a diagnostic's page in the documentation. */
export function pageUrl(code: string): string {
  return `${folder}/${code}.md`;
}

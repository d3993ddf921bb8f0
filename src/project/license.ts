/** The license of a project and the header of its source files. */
export interface License {
  /** `none` for only a copyright line, or for a custom header. */
  readonly license: 'apache2' | 'none';
  /** Copyright holder. */
  readonly owner?: string;
  /** The year in which the license was added. It is stored so that the output does not depend on the clock. */
  readonly year: number;
  /** Custom header, in which ` YEAR` stands for the year. */
  readonly header?: string;
}

/** Key of the license settings in PROJECT. */
export const licensePlugin = 'license.operator-gen/v1';

/** File that contains the license header for generated YAML. */
export const boilerplateFile = 'hack/boilerplate.txt';

// The notice recommended by the license: https://www.apache.org/licenses/LICENSE-2.0#apply
const apacheNotice = `
Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.`;

/** Returns the copyright line, e.g. `Copyright 2026 The Authors`. */
export function copyrightOf({ year, owner }: License): string {
  return ['Copyright', year, owner].filter((part) => part !== undefined).join(' ');
}

function textOf(license: License): string {
  const { header, year } = license;
  if (header !== undefined) return header.replaceAll(' YEAR', ` ${year}`).trimEnd();
  return copyrightOf(license) + (license.license === 'apache2' ? `\n${apacheNotice}` : '');
}

/** Returns the comment at the top of source files, followed by an empty line; empty without a license. */
export function codeHeader(license: License | undefined): string {
  return license === undefined ? '' : `/*\n${textOf(license)}\n*/\n\n`;
}

/** Returns the header as YAML comments, without the final line break. */
export function yamlHeader(license: License): string {
  const lines = textOf(license).split('\n');
  return lines.map((line) => `# ${line}`.trimEnd()).join('\n');
}

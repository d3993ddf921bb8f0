/** What the code of a project begins with, and which license the project is given. */
export interface License {
  /** `none` for a copyright alone, or for words of the user's own. */
  readonly license: 'apache2' | 'none';
  /** The copyright holder. */
  readonly owner?: string;
  /** The year in which the project got it: what is rendered does not depend on the clock. */
  readonly year: number;
  /** Words of the user's own, in which ` YEAR` stands for the year. */
  readonly header?: string;
}

/** Where PROJECT keeps it. */
export const licensePlugin = 'license.operator-gen/v1';

/** Where its words stand for generated YAML. */
export const boilerplateFile = 'hack/boilerplate.txt';

// The notice that the license itself asks for: https://www.apache.org/licenses/LICENSE-2.0#apply
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

/** `Copyright 2026 The Authors` */
export function copyrightOf({ year, owner }: License): string {
  return ['Copyright', year, owner].filter((part) => part !== undefined).join(' ');
}

function textOf(license: License): string {
  const { header, year } = license;
  if (header !== undefined) return header.replaceAll(' YEAR', ` ${year}`).trimEnd();
  return copyrightOf(license) + (license.license === 'apache2' ? `\n${apacheNotice}` : '');
}

/** The comment that code begins with, and the empty line behind it; empty without a license. */
export function codeHeader(license: License | undefined): string {
  return license === undefined ? '' : `/*\n${textOf(license)}\n*/\n\n`;
}

/** The same as comments of YAML, without the last line end. */
export function yamlHeader(license: License): string {
  const lines = textOf(license).split('\n');
  return lines.map((line) => `# ${line}`.trimEnd()).join('\n');
}

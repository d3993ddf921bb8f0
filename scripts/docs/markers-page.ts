import { readMarkerExample } from '../../src/base/io/marker-examples.js';
import { type Marker, tagName } from '../../src/language/markers/marker.js';
import { markers } from '../../src/language/markers/registry.js';
import { replacements, type Replacement } from '../../src/language/markers/go-counterparts.js';
import { argumentRows, decoratorTexts, placeOf } from '../../src/cli/commands/inspect-markers/describe-marker.js';

/** Returns the page of all markers. */
export function markersPage(): string {
  return `<!-- Generated from src/language/markers/, the markers of features and docs/reference/examples/: npm run docs. Changes made here are lost. -->

# Markers

Markers describe what TypeScript types cannot express, such as the minimum of a number. A marker is a decorator from
\`@operator-gen/runtime/api\`, or a tag in a doc comment, which also works on interfaces and type aliases. Both forms accept the
same arguments: literals, and in a decorator also constants that are initialized with a literal, and spreads of them. A marker on a named type
applies wherever the type is used.

Each section has an example and its output: the schema of \`spec\` for markers on fields and types, the changed part of the
CustomResourceDefinition for markers on kinds, and the role or the webhook configuration for all others. Markers for
[bundles](../tasks/olm.md) show a part of the ClusterServiceVersion.

To show this reference in a terminal, run \`operator-gen inspect markers [name]\`.

${markers.map(({ name }) => `[${name}](#${name.toLowerCase()})`).join(' · ')}

${markers.map(section).join('\n')}
## Coming from kubebuilder

The sections above name the equivalent markers of kubebuilder. The following ones need no marker in TypeScript.

| in Go | in TypeScript | reason |
|---|---|---|
${replacements.map(replacementRow).join('\n')}
`;
}

function replacementRow({ names, instead = 'nothing', why }: Replacement): string {
  return `| ${names.map(inGo).join('<br>')} | ${inCell(instead)} | ${inCell(why)} |`;
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function inGo(name: string): string {
  return `\`+${name}\``;
}

function section(marker: Marker): string {
  const facts = [
    `- On ${placeOf(marker)}${marker.repeatable === true ? '; can be repeated' : ''}.`,
    `- Decorator: ${decoratorTexts(marker).map(asCode).join(' or ')}`,
    `- Tag: \`${tagText(marker)}\``,
    ...(marker.emits.length > 0 ? [`- Writes: ${marker.emits.map(asCode).join(', ')}`] : []),
    ...(marker.inBundle === undefined ? [] : [`- Writes, in bundles: ${marker.inBundle.map(asCode).join(', ')}`]),
    ...(marker.kubebuilder.length > 0 ? [`- In Go: ${marker.kubebuilder.map(inGo).join(', ')}`] : []),
  ];
  return `## ${marker.name}\n\n${marker.summary}\n\n${facts.join('\n')}\n${argumentTable(marker)}\n${example(marker)}`;
}

function example({ name }: Marker): string {
  const { sources, generated } = readMarkerExample(name);
  const code = Object.values(sources).map((text) => `\`\`\`ts\n${text}\`\`\`\n`);
  return `${code.join('\n')}\n\`\`\`yaml\n${generated}\`\`\`\n`;
}

function asCode(text: string): string {
  return `\`${text}\``;
}

function tagText(marker: Marker): string {
  const names = marker.parameters.map(({ name, rest }) => (rest === true ? `...${name}` : name));
  return [`@${tagName(marker)}`, ...(names.length > 0 ? [names.join(', ')] : [])].join(' ');
}

function argumentTable(marker: Marker): string {
  const rows = argumentRows(marker).map(
    ({ name, type, required, summary = '' }) =>
      `| \`${name}\` | \`${inCell(type)}\` | ${required ? 'yes' : 'no'} | ${summary} |`,
  );
  return rows.length === 0 ? '' : `\n| argument | type | required | |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

import type { JsonValue } from '../../../base/model/schema.js';
import { toYaml } from '../../../base/text/yaml.js';
import type { Code, Control, Entry, Item, Node, Text } from './template.js';

/** A document of a template, optionally with a condition. */
export interface TemplateDocument {
  readonly object: Node;
  /** Condition under which the object is rendered; empty for always. */
  readonly when: string;
  /** A list: the object is rendered for each of its elements, with `$item` as the element. */
  readonly forEach?: string;
}

/** Prints a template with these documents. */
export function printTemplate(header: string, documents: readonly TemplateDocument[]): string {
  return [`{{- /* ${header} */}}`, ...documents.flatMap(printDocument), ''].join('\n');
}

/** Prints the items of a list. */
export function printItems(items: readonly Item[]): string {
  return items.flatMap((each) => printItem(each, '')).join('\n');
}

function printDocument({ object, when, forEach }: TemplateDocument): readonly string[] {
  const lines = ['---', ...printNode(object, '')];
  const each = forEach === undefined ? lines : [`{{- range $item := ${forEach} }}`, ...lines, '{{- end }}'];
  return when === '' ? each : [`{{- if ${when} }}`, ...each, '{{- end }}'];
}

/** Prints the lines of a map or a list. */
function printNode(node: Node, indent: string): readonly string[] {
  switch (node.is) {
    case 'map':
      return node.entries.flatMap((each) => printEntry(each, indent));
    case 'list':
      return node.items.flatMap((each) => printItem(each, indent));
    case 'literal':
      return printLiteral(node.value, indent);
    case 'block':
      return [`${indent}{{- ${node.code} | nindent ${indent.length} }}`];
    default:
      return [`${indent}${inline(node)}`];
  }
}

function printEntry(each: Entry, indent: string): readonly string[] {
  if (each.is === 'block') return printNode(each, indent);
  if (each.is !== 'entry') return printControl(each, indent, (part) => printEntry(part, indent));
  const { value } = each;
  const key = keyText(each.key);
  switch (value.is) {
    case 'literal':
      return printLiteral({ [each.key]: value.value }, indent);
    case 'code':
    case 'text':
      return [`${indent}${key}: ${inline(value)}`];
    case 'map':
      if (value.entries.length === 0) return [`${indent}${key}: {}`];
      return [`${indent}${key}:`, ...printNode(value, `${indent}  `)];
    case 'block':
      return [`${indent}${key}:`, ...printNode(value, `${indent}  `)];
    case 'list':
      return value.items.length === 0 ? [`${indent}${key}: []`] : [`${indent}${key}:`, ...printNode(value, indent)];
  }
}

function printItem(item: Item, indent: string): readonly string[] {
  switch (item.is) {
    case 'if':
    case 'with':
    case 'range':
      return printControl(item, indent, (part) => printItem(part, indent));
    case 'literal':
      return printLiteral([item.value], indent);
    case 'code':
    case 'text':
      return [`${indent}- ${inline(item)}`];
    // A computed list, whose items become items of this list.
    case 'block':
      return printNode(item, indent);
    case 'map':
    case 'list': {
      const [first = '{}', ...rest] = printNode(item, `${indent}  `);
      // An item that starts with a condition has its dash on a separate line.
      return first.trimStart().startsWith('{{-')
        ? [`${indent}-`, first, ...rest]
        : [`${indent}- ${first.slice(indent.length + 2)}`, ...rest];
    }
  }
}

function printControl<Part>(
  { is, code, body, otherwise }: Control<Part>,
  indent: string,
  print: (part: Part) => readonly string[],
): readonly string[] {
  return [
    `${indent}{{- ${is} ${code} }}`,
    ...body.flatMap(print),
    ...(otherwise === undefined ? [] : [`${indent}{{- else }}`, ...otherwise.flatMap(print)]),
    `${indent}{{- end }}`,
  ];
}

/** Prints a value that is not computed, so that Helm renders exactly this YAML. */
function printLiteral(value: JsonValue, indent: string): readonly string[] {
  const printed = toYaml(value)
    .replace(/^---\n/, '')
    .replace(/\n$/, '');
  return escaped(printed)
    .split('\n')
    .map((line) => (line === '' ? line : indent + line));
}

/** Returns a text that Helm renders literally. */
export function escaped(printed: string): string {
  return printed.replaceAll('{{', '{{ "{{" }}');
}

function keyText(key: string): string {
  const [line = ''] = printLiteral({ [key]: 0 }, '');
  return line.slice(0, -': 0'.length);
}

function inline(node: Code | Text): string {
  if (node.is === 'code') return `{{ ${node.code} }}`;
  const [first, ...rest] = node.parts;
  if (first !== undefined && typeof first !== 'string' && rest.length === 0) return `{{ ${first.code} | quote }}`;
  const form = node.parts.map((each) => (typeof each === 'string' ? each.replaceAll('%', '%%') : '%v')).join('');
  const values = node.parts.flatMap((each) => (typeof each === 'string' ? [] : [`(${each.code})`]));
  return `{{ printf ${goString(form)} ${values.join(' ')} | quote }}`;
}

/** Returns a string literal in the syntax of Go templates. */
export function goString(value: string): string {
  // JSON escapes are the same as in Go, except that Go does not escape the two separators.
  return JSON.stringify(value);
}

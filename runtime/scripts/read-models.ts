import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';

/** A field of a model, as the package declares it. */
export interface ModelField {
  /** Name on the wire. */
  readonly name: string;
  readonly optional: boolean;
  readonly description: string;
  /** The declared type as text: `Array<V1Container>`. */
  readonly type: string;
  /** What the type's name leaves open: `int32`, `date-time`, `byte`; empty for most. */
  readonly format: string;
}

/** An object type of the Kubernetes API, under the package's own name for it: `V1DeploymentSpec`. */
export interface Model {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly ModelField[];
}

/** Reads the generated models of `@kubernetes/client-node`: their declarations, and the formats in their code. */
export function readModels(folder: string): ReadonlyMap<string, Model> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.d.ts') && name !== 'all.d.ts');
  const models = files.flatMap((name) => readModel(folder, name.replace(/\.d\.ts$/, '')) ?? []);
  return new Map(models.map((each) => [each.name, each]));
}

function readModel(folder: string, name: string): Model | undefined {
  const text = readFileSync(join(folder, `${name}.d.ts`), 'utf8');
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
  const declaration = file.statements.find((each) => ts.isClassDeclaration(each));
  if (declaration === undefined) return undefined;
  const attributes = readAttributes(readFileSync(join(folder, `${name}.js`), 'utf8'));
  const fields = declaration.members.flatMap((member) => {
    if (!ts.isPropertyDeclaration(member) || member.modifiers !== undefined || member.type === undefined) return [];
    const property = ts.isStringLiteral(member.name) ? member.name.text : member.name.getText();
    const attribute = attributes.get(property);
    if (attribute === undefined) return [];
    return [
      {
        name: attribute.baseName,
        optional: member.questionToken !== undefined,
        description: descriptionOf(member),
        type: member.type.getText(),
        format: attribute.format,
      },
    ];
  });
  return { name, description: descriptionOf(declaration), fields };
}

interface Attribute {
  readonly name: string;
  readonly baseName: string;
  readonly format: string;
}

/** The list that every model's code assigns to `attributeTypeMap`: JSON in all but name. */
function readAttributes(code: string): ReadonlyMap<string, Attribute> {
  const list = /attributeTypeMap = (\[[\s\S]*?\n\]);/.exec(code)?.[1] ?? '[]';
  return new Map((JSON.parse(list) as Attribute[]).map((each) => [each.name, each]));
}

function descriptionOf(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node);
  const source = doc?.getText() ?? '';
  return source
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .replaceAll("\\'", "'")
    .replaceAll('\\"', '"')
    .trim();
}

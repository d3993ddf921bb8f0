import { defined } from '../../base/model/defined.js';
import { textsAt } from '../../base/model/json-at.js';
import type { JsonObject } from '../../base/model/schema.js';
import { nameBeside } from '../../project/class-name.js';
import { fieldsOf, partsWithoutFields } from './fields.js';
import { docComment } from './description.js';
import { fitsType } from './fits-type.js';
import { formOf, unsaidKeywords, type Form } from './form.js';
import { markKeywords } from './keywords.js';
import { instanceFor, isOneLiteral, nullable, ownDescription, textOf } from './field-type.js';
import { nameDeclarations, type Pending } from './pending.js';
import { pascalCase, singularOf } from './names.js';
import { rawMarker, withOneRaw } from './raw-marker.js';
import { Shapes } from './shapes.js';
import { unionOf, type Union } from './unions.js';
import { descriptionForField, NamedPaths, type NamedAfter, type Use } from './uses.js';
import type { Declaration, KubernetesType, SourceField, SourceMarker, SourceType } from './source.js';

/** Finds the Kubernetes type that is equal to a schema. */
export type KubernetesTypes = (schema: JsonObject, place: Pick<Use, 'path' | 'isField'>) => KubernetesType | undefined;

/** An object schema that becomes a class, or several that differ in their descriptions. */
interface ClassShape {
  readonly schema: JsonObject;
  readonly uses: Use[];
  /** The classes, by description. */
  readonly variants: Map<string | undefined, Declaration>;
  /** The members, if it is a union. */
  members?: readonly Declaration[];
}

/** The type of a schema, and the markers of the place where it is used. */
interface Typed {
  readonly type: SourceType;
  readonly markers: readonly SourceMarker[];
}

/** The types of the kinds of one group and version. Equal types are declared once. */
export class Types {
  readonly #shapes = new Shapes(true);
  readonly #classes = new Map<string, ClassShape>();
  readonly #aliases = new Map<string, Declaration>();
  readonly #pending: Pending[] = [];
  readonly #paths = new NamedPaths();
  readonly #kubernetesTypes: KubernetesTypes;
  /** Names of the types of Kubernetes that are used. */
  readonly #imported = new Set<string>();
  readonly #kinds: readonly string[];

  /** @param kinds the kinds, whose classes are in the same files */
  constructor(kinds: readonly string[], kubernetesTypes: KubernetesTypes) {
    // Two types in a file cannot have the same name.
    const isFree = (type: KubernetesType | undefined): boolean => type !== undefined && !kinds.includes(type.name);
    this.#kubernetesTypes = (schema, place) => {
      const found = kubernetesTypes(schema, place);
      return isFree(found) ? found : undefined;
    };
    this.#kinds = kinds;
  }

  /** Records the types in the root schema of a kind. All kinds must be added before the first is declared. */
  add(kind: string, root: JsonObject): void {
    this.#addProperties(root, [kind]);
  }

  #addProperties(schema: JsonObject, path: readonly string[]): void {
    for (const [name, each] of fieldsOf(schema, path.length === 1)) {
      this.#add(each, { path: [...path, pascalCase(name)], description: textOf(each), isField: true });
    }
  }

  #add(schema: JsonObject, use: Use): void {
    if (this.#kubernetesTypes(schema, use) !== undefined) return;
    const form = formOf(schema);
    if (form.is === 'list') this.#addPart(form.items, use);
    if (form.is === 'record') this.#addPart(form.values, use);
    if (form.is !== 'class') return;
    const shape = this.#shapes.of(schema);
    const known = this.#classes.get(shape);
    if (known !== undefined) return void known.uses.push(use);
    this.#classes.set(shape, { schema, uses: [use], variants: new Map() });
    this.#addProperties(schema, use.path);
  }

  #addPart(schema: JsonObject, { path }: Use): void {
    const last = singularOf(path.at(-1)!);
    this.#add(schema, { path: [...path.slice(0, -1), last], description: textOf(schema), isField: false });
  }

  /** Returns the fields of the class of a kind, and the keywords of its schema that TypeScript cannot express. */
  kindBody(kind: string, root: JsonObject): Pick<Declaration, 'markers'> & { readonly fields: readonly SourceField[] } {
    return this.#body(root, [kind]);
  }

  #body(
    schema: JsonObject,
    path: readonly string[],
  ): { fields: readonly SourceField[]; markers: readonly SourceMarker[] } {
    const isKind = path.length === 1;
    const required = new Set(textsAt(schema, 'required'));
    const fields = fieldsOf(schema, isKind).map(([name, each]) =>
      this.#field(name, each, required.has(name), [...path, pascalCase(name)]),
    );
    const { markers, raw } = markKeywords(unsaidKeywords(schema, { is: 'class' }), schema);
    const rest = { ...raw, ...partsWithoutFields(schema, isKind) };
    return { fields, markers: [...markers, ...rawMarker(rest)] };
  }

  #field(name: string, schema: JsonObject, isRequired: boolean, path: readonly string[]): SourceField {
    const { description, default: value } = schema;
    const { type, markers } = this.#typed(schema, path, true);
    const isRaw = markers.some((each) => each.name === 'Schemaless');
    const own = ownDescription(type, description);
    const comment = own === undefined ? undefined : docComment(own);
    const described = own !== undefined && comment === undefined ? rawMarker({ description: own }) : [];
    const hasDefault = value !== undefined;
    const instanceOf = hasDefault && !isRaw ? instanceFor(value, type) : undefined;
    const isInitialized =
      hasDefault && !isRaw && instanceOf === undefined && !isOneLiteral(type) && fitsType(value, type);
    return {
      name,
      type,
      optional: !isRequired && !hasDefault,
      absentOnWrite: !isRequired || hasDefault,
      ...(isInitialized ? { initializer: value } : {}),
      ...defined({ description: own, instanceOf }),
      markers: withOneRaw([
        ...(isRequired && hasDefault ? [{ name: 'Required', values: [] }] : []),
        ...(hasDefault && !isInitialized && instanceOf === undefined && !isRaw
          ? [{ name: 'Default', values: [value] }]
          : []),
        ...markers,
        ...described,
      ]),
    };
  }

  #typed(schema: JsonObject, path: readonly string[], isField: boolean): Typed {
    const kubernetes = this.#kubernetesTypes(schema, { path, isField });
    if (kubernetes !== undefined) {
      this.#imported.add(kubernetes.name);
      return { type: nullable({ is: 'kubernetes', type: kubernetes }, schema), markers: [] };
    }
    const form = formOf(schema);
    if (form.is === 'raw') {
      const { description: _, ...rest } = schema;
      return { type: form.type, markers: [{ name: 'Schemaless', values: [] }, ...rawMarker(rest)] };
    }
    if (form.is === 'class') {
      return { type: nullable({ is: 'declared', declaration: this.#class(schema, isField) }, schema), markers: [] };
    }
    const { markers, raw } = markKeywords(unsaidKeywords(schema, form), schema);
    const parts = this.#parts(form, path);
    return { type: nullable(parts.type, schema), markers: [...markers, ...parts.markers, ...rawMarker(raw)] };
  }

  #parts(form: Exclude<Form, { is: 'raw' | 'class' }>, path: readonly string[]): Typed {
    if (form.is === 'simple') return { type: form.type, markers: [] };
    const [is, marker, schema] =
      form.is === 'list' ? (['list', 'Items', form.items] as const) : (['record', 'Values', form.values] as const);
    const { type, markers } = this.#part(schema, [...path.slice(0, -1), singularOf(path.at(-1)!)]);
    return {
      type: { is, of: type },
      markers: markers.length === 0 ? [] : [{ name: marker, values: [], nested: markers }],
    };
  }

  /** Returns the type of items or values. A type with a description gets a name, because the description has no other place. */
  #part(schema: JsonObject, path: readonly string[]): Typed {
    const { type, markers } = this.#typed(schema, path, false);
    const value = schema['default'];
    const all = [...(value === undefined ? [] : [{ name: 'Default', values: [value] }]), ...markers];
    const description = textOf(schema);
    if (description === undefined || type.is === 'declared' || type.is === 'kubernetes') {
      return { type, markers: all };
    }
    if (docComment(description) === undefined)
      return { type, markers: withOneRaw([...all, ...rawMarker({ description })]) };
    const { nullable: isNullable, ...plain } = type;
    const alias = this.#alias(plain, description, path);
    return { type: { is: 'declared', declaration: alias, ...(isNullable ? { nullable: true } : {}) }, markers: all };
  }

  #alias(type: SourceType, description: string, path: readonly string[]): Declaration {
    const key = JSON.stringify([this.#keyOf(type), description]);
    const known = this.#aliases.get(key);
    if (known !== undefined) return known;
    const alias: Declaration = { name: '', description, markers: [], body: { is: 'alias', type } };
    this.#aliases.set(key, alias);
    this.#pending.push({ declaration: alias, path });
    return alias;
  }

  /** Returns a string that identifies a type. */
  #keyOf(type: SourceType): string {
    if (type.is === 'list' || type.is === 'record') return `${type.is} ${type.nullable ?? ''} ${this.#keyOf(type.of)}`;
    if (type.is !== 'declared') return JSON.stringify(type);
    return `${type.nullable ?? ''} ${this.#pending.findIndex(({ declaration }) => declaration === type.declaration)}`;
  }

  #class(schema: JsonObject, isField: boolean): Declaration {
    const found = this.#classes.get(this.#shapes.of(schema))!;
    const description = textOf(schema);
    const own = isField ? descriptionForField(found.uses, description) : description;
    const known = found.variants.get(own);
    if (known !== undefined) return known;
    const use = found.uses.find((each) => !each.isField && each.description === own) ?? found.uses[0]!;
    const comment = own === undefined ? undefined : docComment(own);
    const union = own !== undefined && comment === undefined ? undefined : unionOf(found.schema);
    const named = this.#paths.of(found.uses, use);
    if (union !== undefined) return this.#union(union, found, { own, named });
    const fields: SourceField[] = [];
    const markers: SourceMarker[] = [];
    const declaration: Declaration = {
      name: '',
      description: own,
      markers,
      body: { is: 'class', fields },
    };
    found.variants.set(own, declaration);
    this.#pending.push({ declaration, ...named });
    const body = this.#body(found.schema, named.path);
    fields.push(...body.fields);
    const described = own !== undefined && comment === undefined ? rawMarker({ description: own }) : [];
    markers.push(...withOneRaw([...body.markers, ...described]));
    return declaration;
  }

  /** Returns an alias of the classes of a union. */
  #union(
    { discriminator, members }: Union,
    shape: ClassShape,
    { own, named }: { readonly own: string | undefined; readonly named: NamedAfter },
  ): Declaration {
    const { path } = named;
    const schemas = new Map(fieldsOf(shape.schema, false));
    const fieldOf = (name: string, isRequired: boolean): SourceField =>
      this.#field(name, schemas.get(name)!, isRequired, [...shape.uses[0]!.path, pascalCase(name)]);
    shape.members ??= members.map(({ tags, fields }, index) => {
      const tag: SourceField = { ...fieldOf(discriminator, true), type: { is: 'literals', values: tags } };
      const others = [...fields].map(([name, isRequired]) => fieldOf(name, isRequired));
      const member: Declaration = { name: '', markers: [], body: { is: 'class', fields: [tag, ...others] } };
      const word = pascalCase(tags[0]!) || `Option${index + 1}`;
      this.#pending.push({ declaration: member, path: [...path, word], least: 2 });
      return member;
    });
    const type: SourceType = { is: 'union', members: shape.members };
    const declaration: Declaration = { name: '', description: own, markers: [], body: { is: 'alias', type } };
    shape.variants.set(own, declaration);
    this.#pending.push({ declaration, ...named });
    return declaration;
  }

  /** Names all types that are used. */
  nameTypes(): void {
    const beside = this.#kinds.map((kind) => nameBeside(kind, kind));
    nameDeclarations(this.#pending, [...this.#kinds, ...beside, ...this.#imported]);
  }
}

import { parseApiVersion } from '../../api/names.js';
import type { KubernetesObject } from '../../api/object.js';
import { createLogger } from '../../log/create-logger.js';
import type { Converter } from '../../webhook/converter.js';
import { bodyOf, type KindVersion } from '../values/make-object.js';
import { prune } from '../values/prune.js';
import { fieldSchema, type JsonObject, type JsonValue, type Schema } from '../values/schema.js';
import { differences, pathPattern, printPath, type Difference, type Path } from './differences.js';

/** Converter, and the versions of its kind in the CustomResourceDefinition. */
export interface Subject {
  readonly converter: Converter;
  readonly versions: ReadonlyMap<string, KindVersion>;
}

/** Unwanted change of an object on its way through other versions. */
export interface Trouble {
  /** Equal for problems with the same cause. */
  readonly key: string;
  /** Sentence: which conversions were made, and what happened. */
  readonly what: string;
  /** Part that has changed, if that is the problem. */
  readonly difference?: Difference;
  /** Object in each version of the round trip. */
  readonly objects: readonly KubernetesObject[];
}

/** Converts an object through several versions, and prunes the results as the API server does. */
export class Journey {
  readonly objects: KubernetesObject[];
  readonly #subject: Subject;
  readonly #dropped = new Map<string, string>();

  constructor(subject: Subject, object: KubernetesObject) {
    this.#subject = subject;
    this.objects = [object];
  }

  /** Converts to a version; returns the problem if the conversion fails. */
  async to(version: string): Promise<Trouble | undefined> {
    const { converter, versions } = this.#subject;
    try {
      const answer = await converter.convert(structuredClone(this.objects.at(-1)!), version, context);
      const { apiVersion, kind, metadata, ...body } = asSent(answer);
      const kept = prune(bodyOf(versions.get(version)!.schema), body) as JsonObject;
      for (const { path } of differences(body, kept)) this.#dropped.set(pathPattern(path), version);
      this.objects.push({ apiVersion, kind, metadata, ...kept } as KubernetesObject);
      return undefined;
    } catch (error) {
      const { name, message } = error as Error;
      const route = this.#route(version);
      return { key: `${route} ${name}`, what: `${route} fails: ${name}: ${message}`, objects: this.objects };
    }
  }

  /** Returns the unwanted changes at the end. Ignores added annotations, which contain preserved data. */
  changesFrom(expected: KubernetesObject, says: (verb: string) => string = (verb) => verb): readonly Trouble[] {
    const end = withoutAnnotations(this.objects.at(-1)!, expected.metadata?.annotations);
    const { schema } = this.#subject.versions.get(versionOf(expected))!;
    return differences(asSent(expected), end as JsonValue).map((difference) => {
      const { path, before, after } = difference;
      const verb = after === undefined ? 'is lost' : before === undefined ? 'is added' : 'is changed';
      const dropped = this.#dropped.get(pathPattern(path));
      const why = dropped === undefined ? '' : `, for ${dropped} has no such field and the API server leaves it out`;
      const what = `${this.#route()}: ${printPath(path)} ${says(verb)}${why}`;
      return {
        key: `${this.#route()} ${says(verb)} ${placePattern(path, schema)}`,
        what,
        difference,
        objects: this.objects,
      };
    });
  }

  /** Returns the problem that a part of the last object has another type than its version allows. */
  hasWrongType(path: Path): Trouble {
    const { schema } = this.#subject.versions.get(versionOf(this.objects.at(-1)!))!;
    return {
      key: `${this.#route()} type ${placePattern(path, schema)}`,
      what: `${this.#route()}: ${printPath(path)} does not have the type of the field`,
      objects: this.objects,
    };
  }

  #route(...more: readonly string[]): string {
    return [...this.objects.map(versionOf), ...more].join(' -> ');
  }
}

/** Converts an object to a version and back. */
export async function roundTrip(subject: Subject, object: KubernetesObject, via: string): Promise<readonly Trouble[]> {
  const journey = new Journey(subject, object);
  const trouble = (await journey.to(via)) ?? (await journey.to(versionOf(object)));
  return trouble === undefined ? journey.changesFrom(object) : [trouble];
}

/** Returns the version in the apiVersion of an object. */
export function versionOf({ apiVersion = '' }: KubernetesObject): string {
  return parseApiVersion(apiVersion).version;
}

/** Returns the object without annotations other than these. */
function withoutAnnotations(object: KubernetesObject, known: Readonly<Record<string, string>> = {}): KubernetesObject {
  const { annotations = {}, ...metadata } = object.metadata ?? {};
  const left = Object.entries(annotations).filter(([name]) => Object.hasOwn(known, name));
  return { ...object, metadata: { ...metadata, ...(left.length > 0 && { annotations: Object.fromEntries(left) }) } };
}

/** Formats a path so that all items of a list, and all keys of a map, have the same text. */
function placePattern(path: Path, schema: Schema): string {
  let at: Schema | boolean = schema;
  const named = path.map((part, depth) => {
    const within: Schema = typeof at === 'object' ? at : {};
    at = typeof part === 'number' ? (within.items ?? true) : fieldSchema(within, part);
    // The schema says nothing about the fields of metadata.
    const isField = depth === 0 || (depth === 1 && path[0] === 'metadata');
    return isField || Object.hasOwn(within.properties ?? {}, part) ? part : '*';
  });
  return printPath(named);
}

const context = { log: createLogger({ write: () => undefined }), signal: new AbortController().signal };

/** Returns an object as it is sent: without undefined fields, and with null in place of NaN and infinite numbers. */
function asSent(object: KubernetesObject): JsonObject {
  return JSON.parse(JSON.stringify(object)) as JsonObject;
}

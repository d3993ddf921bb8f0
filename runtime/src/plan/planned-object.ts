import type { KubernetesObject } from '../api/object.js';
import type { Stored } from '../client/stored.js';
import type { ObjectTarget, Target } from './target.js';

/** Object as JSON. */
export type Json = Stored<KubernetesObject> & { [field: string]: unknown };

/** Object that the plan has changed. */
export interface PlannedObject {
  readonly target: ObjectTarget;
  /** The object on the server; null if it does not exist there. */
  readonly stored: Json | null;
  /** The object as it would be now; null if it would be deleted. */
  readonly current: Json | null;
  /** Field manager, if all planned writes are applies of this manager to the same part of the object. */
  readonly applier?: string | undefined;
}

type Resource = Pick<Target, 'group' | 'version' | 'plural'>;

/**
 * Objects that the plan has changed. Its size grows with the number of changed objects, not with the number of objects in
 * the cluster. Each version of a kind is separate: a read in another version shows what the server stores.
 */
export class Overlay {
  readonly #resources = new Map<string, Map<string, PlannedObject>>();
  #version = 0;

  get({ namespace = '', name = '', ...resource }: Target): PlannedObject | undefined {
    return this.#resources.get(resourceKey(resource))?.get(`${namespace}/${name}`);
  }

  /** Returns the planned objects of a resource, in a namespace or in all if it is undefined. */
  list(resource: Resource, namespace?: string): readonly PlannedObject[] {
    const all = [...(this.#resources.get(resourceKey(resource))?.values() ?? [])];
    return namespace === undefined ? all : all.filter(({ target }) => target.namespace === namespace);
  }

  /** Remembers an object; one that would exist gets a new version. Returns it as remembered. */
  set(planned: PlannedObject): PlannedObject {
    const { target, current } = planned;
    const key = resourceKey(target);
    const objects = this.#resources.get(key) ?? new Map<string, PlannedObject>();
    this.#resources.set(key, objects);
    const kept = { ...planned, current: current && withVersion(current, this.nextVersion()) };
    objects.set(`${target.namespace ?? ''}/${target.name}`, kept);
    return kept;
  }

  /** Returns a resource version that no other object has. */
  nextVersion(): string {
    this.#version += 1;
    return `plan-${this.#version}`;
  }
}

/** Returns the object with another resource version. */
export function withVersion(object: Json, resourceVersion: string): Json {
  return { ...object, metadata: { ...object.metadata, resourceVersion } };
}

function resourceKey({ group, version, plural }: Resource): string {
  return `${group}/${version}/${plural}`;
}

import { textAt } from '../../base/model/json-at.js';
import type { JsonObject } from '../../base/model/schema.js';
import type { PositionOf } from '../../project/yaml-position.js';

/** The folder of the bundle of a project. */
export const bundleFolder = 'bundle';

/** A file of a bundle that contains one object. */
export interface BundleFile {
  /** Path relative to the root, as in positions. */
  readonly path: string;
  readonly value: JsonObject;
  readonly at: PositionOf;
}

/** An OLM bundle in the format registry+v1. */
export interface Bundle {
  /** The ClusterServiceVersion. */
  readonly csv: BundleFile;
  /** All files in `manifests/`, including the ClusterServiceVersion. */
  readonly objects: readonly BundleFile[];
  /** The file with annotations in `metadata/`. */
  readonly annotations?: BundleFile;
  /** The file with dependencies in `metadata/`. */
  readonly dependencies?: BundleFile;
  /** Bytes that OLM needs to store `manifests/` in a ConfigMap: compressed, and encoded as text. */
  readonly compressedSize: number;
}

export const kindOf = ({ value }: BundleFile): string => textAt(value, 'kind');
export const nameOf = ({ value }: BundleFile): string => textAt(value, 'metadata', 'name');

export const csvKind = 'ClusterServiceVersion';
export const crdKind = 'CustomResourceDefinition';

/** Returns group, version and kind as text: `Foo (example.com/v1)`. */
export function gvkText(group: string, version: string, kind: string): string {
  return `${kind} (${group === '' ? version : `${group}/${version}`})`;
}

/** Splits an `apiVersion` into group and version. Both are empty if it is invalid. */
export function groupVersionOf(apiVersion: string): readonly [group: string, version: string] {
  const parts = apiVersion.split('/');
  if (parts.length === 1) return ['', apiVersion];
  return parts.length === 2 ? [parts[0]!, parts[1]!] : ['', ''];
}

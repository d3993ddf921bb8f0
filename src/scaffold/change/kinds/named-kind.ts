/** A kind named on the command line, which can be external. */
export interface NamedKind {
  /** First part of the API group, or the whole group; absent if the group is the project's domain. */
  readonly group?: string;
  /** E.g. `v1alpha1`. */
  readonly version: string;
  /** In PascalCase, e.g. `WebServer`. */
  readonly kind: string;
  /** Lowercase plural of the kind; absent if it is the default English plural. */
  readonly plural?: string;
  /** The package that the types are imported from, and the rest of their API group. */
  readonly externalApiPackage?: string;
  readonly externalApiDomain?: string;
  /** The same package with its version, for package.json: `@example/certs@1.2.3`. */
  readonly externalApiModule?: string;
}

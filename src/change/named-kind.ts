/** How a command line names a kind that need not be this project's. */
export interface NamedKind {
  /** First part of the API group, or all of it; absent means that the group is the project's domain. */
  readonly group?: string;
  /** E.g. `v1alpha1`. */
  readonly version: string;
  /** In PascalCase, e.g. `WebServer`. */
  readonly kind: string;
  /** Lower-case plural of the kind; absent means that it follows the rules of English. */
  readonly plural?: string;
  /** The package that the types are imported from, and the rest of their API group. */
  readonly externalApiPackage?: string;
  readonly externalApiDomain?: string;
  /** The same package with its version, for package.json: `@example/certs@1.2.3`. */
  readonly externalApiModule?: string;
}

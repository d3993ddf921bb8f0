/** An export of a package that a later release names differently. */
export interface RenamedExport {
  /** The specifier that code imports it from, e.g. `@operator-gen/runtime`. */
  readonly module: string;
  readonly from: string;
  readonly to: string;
}

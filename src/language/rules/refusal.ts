/** The problem with one argument of a marker, and a valid alternative. */
export interface Refusal {
  /** Key of the argument. */
  readonly key: string;
  readonly reason: string;
  readonly instead: string;
}

/** What is wrong with one argument of a marker, and what to write instead. */
export interface Refusal {
  /** Key of the argument. */
  readonly key: string;
  readonly reason: string;
  readonly instead: string;
}

/** Something in Go code, and its offset. */
export interface GoPlace {
  readonly name: string;
  readonly offset: number;
}

/** The results of work that many tests begin with, by what it depends on; those that were asked for longest ago are forgotten. */
export class KnownResults<T> {
  readonly #known = new Map<string, T>();

  constructor(private readonly most: number) {}

  /** Returns the result for a key, which only the first caller works out. */
  async of(key: string, work: () => Promise<T>): Promise<T> {
    const result = this.#known.get(key) ?? (await work());
    this.#known.delete(key);
    this.#known.set(key, result);
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.most) this.#known.delete(oldest!);
    return result;
  }
}

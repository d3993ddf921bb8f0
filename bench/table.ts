/** Prints a line of a table: a name, and aligned columns. */
export function print(name: string, ...columns: readonly string[]): void {
  process.stdout.write(`${name.padEnd(nameWidth)}${columns.map((each) => each.padStart(12)).join('')}\n`);
}

const nameWidth = 58;

/** A number, and the most that it may be. `time`: the milliseconds that it is about. */
export interface Ratio {
  readonly value: number;
  readonly target?: number | undefined;
  readonly time?: number;
}

/** Prints ratios of one subject with their targets. A missed target is marked. */
export function printRatio(name: string, own: Ratio, besideGo: Ratio = { value: Number.NaN }): void {
  const columns = [own, besideGo].flatMap(({ value, target }) =>
    Number.isNaN(value) ? ['', ''] : [value.toFixed(2), target === undefined ? '' : String(target)],
  );
  const isMissed = [own, besideGo].some(({ value, target = Infinity }) => value > target);
  print(name, own.time?.toFixed(0) ?? '', ...columns, isMissed ? 'missed' : '');
}

/** The maximum or minimum of a number; of ours alone, or of the ratio of ours to Go's. */
export interface Goal {
  readonly of: 'ours' | 'ratio';
  readonly most?: number;
  readonly least?: number;
}

/** One number of both operators, side by side. */
export interface Row {
  readonly name: string;
  /** Absent without Go, or without a counterpart. */
  readonly go?: number | undefined;
  readonly ours: number;
  readonly digits?: number;
  readonly goal?: Goal;
}

export function printHeader(title: string): void {
  process.stdout.write('\n');
  print(title, 'Go', 'ours', 'ratio', 'target');
}

/** Prints a row. A missed goal is marked; one that cannot be determined because Go is missing is not. */
export function printRow({ name, go, ours, digits = 0, goal }: Row): void {
  const ratio = go === undefined || go === 0 ? undefined : ours / go;
  const value = goal?.of === 'ratio' ? ratio : ours;
  const isMet = value === undefined || goal === undefined || meets(value, goal);
  const columns = [go?.toFixed(digits) ?? '', ours.toFixed(digits), ratio?.toFixed(2) ?? '', goalText(goal)];
  print(name, ...columns, isMet ? '' : '  missed');
}

function meets(value: number, { most = Infinity, least = -Infinity }: Goal): boolean {
  return value <= most && value >= least;
}

function goalText(goal: Goal | undefined): string {
  if (goal === undefined) return '';
  const bound = goal.most === undefined ? `>= ${goal.least ?? ''}` : `<= ${goal.most}`;
  return goal.of === 'ratio' ? `${bound}x` : bound;
}

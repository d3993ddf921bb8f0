import { callAt, codeOf, expressionEnd, type GoRange } from './calls.js';
import type { GoFunction } from './declarations.js';
import { folderWith, type GoProgram } from './program.js';
import type { GoText } from './text.js';

/** A method that reconciles: `func (r *LanternReconciler) Reconcile(ctx context.Context, req ctrl.Request)`. */
export interface GoReconciler {
  /** The type that has it. */
  readonly type: string;
  readonly file: GoText;
  readonly offset: number;
}

/** Returns the methods of a program that reconcile requests, or return the result of it. */
export function reconcilersOf(program: GoProgram): readonly GoReconciler[] {
  return program.files.flatMap((file) =>
    program
      .functionsOf(file)
      .filter(({ name, receiver }) => name === 'Reconcile' && receiver !== '')
      .filter(({ parameters, open }) => /\b(?:Request|Result)\b/.test(file.code.slice(parameters, open)))
      .map(({ receiver, offset }) => ({ type: receiver, file, offset })),
  );
}

/** An expression in a function. */
interface Place {
  readonly file: GoText;
  readonly around: GoFunction;
}

/** The largest depth of variables and functions that wrap a reconciler. */
const deepest = 5;

/** Finds the reconciler that a controller is built with. */
export class ReconcilerFinder {
  readonly #program: GoProgram;
  readonly #all: readonly GoReconciler[];

  constructor(program: GoProgram, all: readonly GoReconciler[]) {
    this.#program = program;
    this.#all = all;
  }

  /** Returns the reconciler that an expression is; otherwise that of the type that sets it up, or the only one of the package. */
  find({ file }: Pick<Place, 'file'>, around: GoFunction, range: GoRange | undefined): GoReconciler | undefined {
    const place = { file, around };
    const beside = this.#all.filter((each) => folderWith(each.file) === folderWith(file));
    return (
      (range && this.#valueOf(place, range, 0)) ??
      beside.find(({ type }) => type === place.around.receiver) ??
      // A parameter or a field that can have any reconciler.
      (beside.length === 1 && (range === undefined || !/\bfunc\b|\bFunc\b/.test(codeOf(file, range)))
        ? beside[0]
        : undefined)
    );
  }

  /** Returns the folder of the package that a qualifier is the name of; without one, that of the file. */
  #folderOf(file: GoText, qualifier: string): string | undefined {
    if (qualifier === '') return folderWith(file);
    const path = this.#program.importsOf(file).get(qualifier);
    return path && this.#program.folderOf(path);
  }

  #typed(file: GoText, qualifier: string, type: string): GoReconciler | undefined {
    const folder = this.#folderOf(file, qualifier);
    return this.#all.find((each) => each.type === type && folderWith(each.file) === folder);
  }

  #valueOf(place: Place, range: GoRange, depth: number): GoReconciler | undefined {
    if (depth > deepest) return undefined;
    const code = codeOf(place.file, range).trim();
    const [, qualifier = '', type] = /^&?\s*(?:(\w+)\s*\.\s*)?(\w+)\s*(?:\[[^{}]*\]\s*)?\{/.exec(code) ?? [];
    if (type !== undefined) return this.#typed(place.file, qualifier, type);
    const [, asserted] = /\.\(\*?(\w+)\)$/.exec(code) ?? [];
    if (asserted !== undefined) return this.#typed(place.file, '', asserted);
    if (/^&?\w+$/.test(code)) return this.#variable(place, code.replace('&', ''), depth);
    const call = callAt(place.file, range);
    if (call === undefined) return undefined;
    const inner = call.arguments.map((each) => this.#valueOf(place, each, depth + 1));
    return this.#resultOf(place.file, call.qualifier, call.name) ?? inner.find((each) => each !== undefined);
  }

  #variable(place: Place, name: string, depth: number): GoReconciler | undefined {
    const { file, around } = place;
    const header = file.code.slice(around.offset, around.open);
    if (/^func \((\w+) /.exec(header)?.[1] === name) return this.#typed(file, '', around.receiver);
    const parameters = [...header.matchAll(/\b(\w+) \*?(?:(\w+)\.)?(\w+)/g)].filter(([, named]) => named === name);
    for (const [, , qualifier = '', type = ''] of parameters) {
      const found = this.#typed(file, qualifier, type);
      if (found !== undefined) return found;
    }
    const body = file.code.slice(around.open, around.end);
    const assigned = [...body.matchAll(/\b(\w+)(?:, \w+)? :?= /g)].filter(([, named]) => named === name);
    const values = assigned.slice(0, 10).map(({ 0: start, index }) => {
      const from = around.open + index + start.length;
      return this.#valueOf(place, { from, to: expressionEnd(file, from, /[\n;]/) }, depth + 1);
    });
    return values.find((each) => each !== undefined);
  }

  /** Returns the reconciler that a function of the project returns. */
  #resultOf(file: GoText, qualifier: string, name: string): GoReconciler | undefined {
    const folder = this.#folderOf(file, qualifier);
    for (const each of folder === undefined ? [] : this.#program.filesIn(folder)) {
      const made = this.#program.functionsOf(each).find((one) => one.name === name && one.receiver === '');
      if (made === undefined) continue;
      const behind = each.code.slice(each.closing.get(made.parameters) ?? made.parameters, made.open);
      const body = each.code.slice(made.open, made.end);
      const words = [
        ...[...behind.matchAll(/\w+/g)].map(([word]) => word),
        ...[...body.matchAll(/&(\w+)\{/g)].map(([, word = '']) => word),
      ];
      return words.map((word) => this.#typed(each, '', word)).find((one) => one !== undefined);
    }
    return undefined;
  }
}

import { builtControllers } from './built-controllers.js';
import { emptyController, type GoController } from './controller.js';
import type { GoProgram } from './program.js';
import { rawControllers } from './raw-controllers.js';
import { ReconcilerFinder, reconcilersOf, type GoReconciler } from './reconcilers.js';

export type { GoController, GoIndex, GoWatch } from './controller.js';

/** Returns the controllers of a program, and the reconcilers that nothing was found to build. */
export function controllersOf(program: GoProgram): readonly GoController[] {
  const reconcilers = reconcilersOf(program);
  const finder = new ReconcilerFinder(program, reconcilers);
  const built = program.files.flatMap((file) => [
    ...builtControllers(program, file, finder),
    ...rawControllers(program, file, finder),
  ]);
  const used = new Set(built.map(({ reconciler }) => reconciler));
  return [...built, ...reconcilers.filter((each) => !used.has(each)).map(bareController)];
}

function bareController(reconciler: GoReconciler): GoController {
  const { file, type, offset } = reconciler;
  return { ...emptyController({ file, offset, receiver: type, reconciler }), isBuilt: false };
}

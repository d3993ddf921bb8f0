import type { Environment, Outcome } from '../../output/operation/outcome.js';
import type { Session } from './session.js';

/** Surroundings of a command that runs until its user ends it, in addition to its environment. */
export interface Live {
  /** The outputs, the input, and the interruption, which such a command handles itself. */
  readonly session: Session;
  /** Returns the environment of another operation in the same project, which reads the files as they are then. */
  readonly environment: (session?: Session) => Environment;
}

/** The work of a command that runs until its user ends it. */
export type LiveOperation<Options> = (options: Options, environment: Environment, live: Live) => Promise<Outcome>;

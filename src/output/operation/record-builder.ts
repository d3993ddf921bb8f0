import { provided } from '../../base/extensions/extension-point.js';
import type { FoundProject } from '../../project/find-project.js';
import type { ScaffoldState } from '../plan/state.js';
import type { Environment } from './outcome.js';

export type RecordEnvironment = Pick<Environment, 'host' | 'releases' | 'helper'>;

/** Rebuilds the record of a project that has lost it. */
export type RecordBuilder = (environment: RecordEnvironment, found: FoundProject) => Promise<ScaffoldState>;

/** The function that rebuilds lost records. */
export const recordBuilder = provided<RecordBuilder>('a builder of lost records');

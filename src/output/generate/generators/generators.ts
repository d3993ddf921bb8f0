import type { OutputGenerator } from '../generator.js';
import { crds } from './crds.js';
import { moreGenerators } from './more-generators.js';
import { register } from './register.js';
import { roles } from './roles.js';
import { samples } from './samples.js';
import { webhooks } from './webhooks.js';

const core: readonly OutputGenerator[] = [crds, roles, webhooks, register, samples];

/** Returns all generators, in the order in which their problems are reported. */
export function generators(): readonly OutputGenerator[] {
  return [...core, ...moreGenerators.all()];
}

import type { OutputGenerator } from '../generator.js';
import { crds } from './crds.js';
import { dashboards } from '../../../features/grafana/dashboards.js';
import { register } from './register.js';
import { roles } from './roles.js';
import { samples } from './samples.js';
import { webhooks } from './webhooks.js';

/** All generators, in the order in which their problems are reported. */
export const generators: readonly OutputGenerator[] = [crds, roles, webhooks, register, samples, dashboards];

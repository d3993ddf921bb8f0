import { hubSpokeConverter } from '@operator-gen/runtime';
import { CronJob } from '../api/v1/cronjob.types.js';
import { v2 } from './v2/cronjob.conversion.js';

/** Converts between all versions of CronJob, by way of v1, in which objects are stored. */
export const converter = hubSpokeConverter(CronJob, v2);

import { hubSpokeConverter, spokeConverter, webhookManagedBy, type Manager } from '@operator-gen/runtime';
import { CronJob } from '../api/v1/cronjob.types.js';
import { CronJob as CronJobV2 } from '../api/v2/cronjob.types.js';
import { cronJobV2 } from './v2/cronjob.conversion.js';

/** Converts between all versions of CronJob, by way of v1. */
export const cronJobConverter = hubSpokeConverter(CronJob, spokeConverter(CronJobV2, cronJobV2));

/** Serves the conversion with the manager's webhooks; called by src/register.ts. */
export async function setupCronJobConversion(manager: Manager): Promise<void> {
  await webhookManagedBy(manager).for(CronJob).withConverter(cronJobConverter).complete();
}

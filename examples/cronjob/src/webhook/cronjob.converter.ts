import { hubSpokeConverter, webhookManagedBy, type Manager } from '@operator-gen/runtime';
import { CronJob } from '../api/v1/cronjob.types.js';
import { v2 } from './v2/cronjob.conversion.js';

/** Converts between all versions of CronJob through the hub v1. */
export const converter = hubSpokeConverter(CronJob, v2);

/** Registers the conversion webhook with the manager. Called by src/register.ts. */
export async function setupCronJobConversion(manager: Manager): Promise<void> {
  const webhooks = webhookManagedBy(manager).for(CronJob);
  await webhooks.withConverter(converter).complete();
}

import { hubSpokeConverter, webhookManagedBy, type Manager } from '@operator-gen/runtime';
import { Course } from '../api/v1/course.types.js';
import { v1beta1 } from './v1beta1/course.conversion.js';

/** Converts between all versions of Course through the hub v1. */
export const converter = hubSpokeConverter(Course, v1beta1);

/** Registers the conversion webhook with the manager. Called by src/register.ts. */
export async function setupCourseConversion(manager: Manager): Promise<void> {
  const webhooks = webhookManagedBy(manager).for(Course);
  await webhooks.withConverter(converter).complete();
}

import { hubSpokeConverter, webhookManagedBy, type Manager } from '@operator-gen/runtime';
import { Course } from '../api/v1/course.types.js';
import { v1beta1 } from './v1beta1/course.conversion.js';

/** Converts between all versions of Course, by way of v1, in which objects are stored. */
export const converter = hubSpokeConverter(Course, v1beta1);

/** Serves the conversion with the manager's webhooks; called by src/register.ts. */
export async function setupCourseConversion(manager: Manager): Promise<void> {
  const webhooks = webhookManagedBy(manager).for(Course);
  await webhooks.withConverter(converter).complete();
}

import { spokeConverter } from '@operator-gen/runtime';
import type { Course as Hub } from '../../api/v1/course.types.js';
import { Course } from '../../api/v1beta1/course.types.js';

/** How a Course of v1beta1 becomes one of v1, the hub, and back. The test of the converter tells what is lost. */
export const v1beta1 = spokeConverter<Hub, Course>(Course, {
  // What both versions have in the same place goes over as it is. Say here what becomes of the rest.
  convertTo: (spoke) => ({ ...spoke }),
  convertFrom: (hub) => ({ ...hub }),
});

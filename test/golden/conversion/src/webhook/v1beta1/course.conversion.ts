import { spokeConverter } from '@operator-gen/runtime';
import type { Course as Hub } from '../../api/v1/course.types.js';
import { Course } from '../../api/v1beta1/course.types.js';

/** Converts a Course between v1beta1 and the hub v1. The test of the converter reports lost fields. */
export const v1beta1 = spokeConverter<Hub, Course>(Course, {
  // Fields that both versions have in the same place are copied. Convert the others here.
  convertTo: (spoke) => ({ ...spoke }),
  convertFrom: (hub) => ({ ...hub }),
});

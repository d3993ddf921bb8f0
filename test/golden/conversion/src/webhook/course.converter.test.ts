import { fuzzConversion } from '@operator-gen/runtime/testing';
import { it } from 'vitest';
import { converter } from './course.converter.js';

const crd = 'config/crd/bases/school.example.edu_courses.yaml';

// Random objects of every version are converted to v1 and back, and must be unchanged.
it('the conversion of Course loses nothing', async () => {
  await fuzzConversion(converter, { crd });
}, 60_000);

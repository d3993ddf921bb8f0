import { fuzzConversion } from '@operator-gen/runtime/testing';
import { it } from 'vitest';
import { converter } from './course.converter.js';

const crd = 'config/crd/bases/school.example.edu_courses.yaml';

// Objects of every version are made from its schema, converted to v1 and back, and have to come back as they were.
it('the conversion of Course loses nothing', async () => {
  await fuzzConversion(converter, { crd });
}, 60_000);

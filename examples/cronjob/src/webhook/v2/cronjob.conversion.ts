import { deepEqual, preservedData, spokeConverter } from '@operator-gen/runtime';
import type { CronJob as Hub } from '../../api/v1/cronjob.types.js';
import { CronJob, type CronSchedule } from '../../api/v2/cronjob.types.js';

const fields = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const satisfies (keyof CronSchedule)[];

/** As v1 writes a schedule: a field that is left out may be anything. */
function textOf(schedule: CronSchedule): string {
  return fields.map((field) => schedule[field] ?? '*').join(' ');
}

/** As v2 has a schedule, without the fields that may be anything. What has no five fields says nothing in v2. */
function scheduleOf(text: string): CronSchedule {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== fields.length) return {};
  const said = fields.map((field, index) => [field, parts[index]!] as const).filter(([, part]) => part !== '*');
  return Object.fromEntries(said);
}

// The two forms do not have the same values: v1 tells one blank from two, and v2 tells `*` from nothing. What a text or an
// object cannot say of the other is kept beside it, and counts for as long as the schedule is not written anew.
const text = preservedData('batch.example.com/v1-schedule', (data) => typeof data === 'string');
const schedule = preservedData('batch.example.com/v2-schedule', isSchedule);

function isSchedule(data: unknown): data is CronSchedule {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false;
  return Object.entries(data).every(
    ([name, value]) => fields.some((each) => each === name) && typeof value === 'string',
  );
}

/** Converts a CronJob between v2 and the hub v1. The test of the converter reports lost fields. */
export const v2 = spokeConverter<Hub, CronJob>(CronJob, {
  convertTo: (spoke) => {
    const { data, metadata } = text.restore(spoke.metadata);
    const isCurrent = data !== undefined && deepEqual(scheduleOf(data), spoke.spec.schedule);
    const written = isCurrent ? data : textOf(spoke.spec.schedule);
    const isSame = deepEqual(scheduleOf(written), spoke.spec.schedule);
    return {
      ...spoke,
      metadata: schedule.preserve(metadata, isSame ? undefined : spoke.spec.schedule),
      spec: { ...spoke.spec, schedule: written },
    };
  },
  convertFrom: (hub) => {
    const { data, metadata } = schedule.restore(hub.metadata);
    const isCurrent = data !== undefined && textOf(data) === hub.spec.schedule;
    const read = isCurrent ? data : scheduleOf(hub.spec.schedule);
    const isSame = textOf(read) === hub.spec.schedule;
    return {
      ...hub,
      metadata: text.preserve(metadata, isSame ? undefined : hub.spec.schedule),
      spec: { ...hub.spec, schedule: read },
    };
  },
});

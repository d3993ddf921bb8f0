import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export class TimetableSpec {
  lessons!: Record<string, string[]>;
  breaks?: Record<string, Break[]>;
}

export class Break {
  minutes!: Int32;
}

@Resource({ group: 'maps-of-lists.parity.example.com', version: 'v1' }, { plural: 'timetables' })
export class Timetable extends CustomResource {
  spec?: TimetableSpec;
}

import {
  CustomResource,
  type Double,
  type Int32,
  PrintColumn,
  Resource,
  StatusSubresource,
  type Time,
} from '@operator-gen/runtime/api';

export class RegattaSpec {
  boats!: Int32;
  entry?: Double;
  start?: Time;
  open?: boolean;
  river?: string;
}

export class RegattaStatus {
  winner?: string;
}

@Resource({ group: 'print-columns.parity.example.com', version: 'v1' }, { plural: 'regattas' })
@StatusSubresource()
@PrintColumn({
  name: 'River',
  type: 'string',
  jsonPath: '.spec.river',
  description: 'Where they row, and how far',
})
@PrintColumn({ name: 'Boats', type: 'integer', jsonPath: '.spec.boats', format: 'int32' })
@PrintColumn({ name: 'Entry fee', type: 'number', jsonPath: '.spec.entry', priority: 1 })
@PrintColumn({ name: 'Open', type: 'boolean', jsonPath: '.spec.open' })
@PrintColumn({ name: 'Start', type: 'date', jsonPath: '.spec.start' })
@PrintColumn({ name: 'Winner', type: 'string', jsonPath: '.status.winner', priority: 0 })
@PrintColumn({ name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' })
export class Regatta extends CustomResource {
  spec?: RegattaSpec;
  status?: RegattaStatus;
}

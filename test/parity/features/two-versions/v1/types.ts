import {
  CustomResource,
  DeprecatedVersion,
  type Int64,
  PrintColumn,
  Resource,
  StatusSubresource,
} from '@operator-gen/runtime/api';

/** PrinterSpec is simple. */
export class PrinterSpec {
  ink?: string;
}

export class PrinterStatus {
  pages?: Int64;
}

/** Printer prints. */
@Resource({ group: 'two-versions.parity.example.com', version: 'v1' }, { plural: 'printers', shortNames: ['pr'] })
@StatusSubresource()
@DeprecatedVersion('use v2')
@PrintColumn({ name: 'Ink', type: 'string', jsonPath: '.spec.ink' })
export class Printer extends CustomResource {
  spec?: PrinterSpec;
  status?: PrinterStatus;
}

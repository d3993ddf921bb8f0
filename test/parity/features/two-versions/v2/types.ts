import {
  CustomResource,
  type Int64,
  MaxItems,
  Resource,
  StatusSubresource,
  StorageVersion,
} from '@operator-gen/runtime/api';

/** PrinterSpec has colours. */
export class PrinterSpec {
  @MaxItems(4)
  inks?: string[];
}

export class PrinterStatus {
  pages?: Int64;
}

/** Printer prints in colour. */
@Resource({ group: 'two-versions.parity.example.com', version: 'v2' }, { plural: 'printers', shortNames: ['pr'] })
@StatusSubresource()
@StorageVersion()
export class Printer extends CustomResource {
  spec?: PrinterSpec;
  status?: PrinterStatus;
}

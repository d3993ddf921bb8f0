import { CustomResource, Resource } from '@operator-gen/runtime/api';

/** Slot keeps one. */
export interface Slot<T = string> {
  in: T;
}

export interface Cup {
  full?: boolean;
}

export interface TraySpec {
  cups: Slot<Cup>;
  texts?: Slot;
}

@Resource({ group: 'generic-defaults.parity.example.com', version: 'v1' }, { plural: 'trays' })
export class Tray extends CustomResource {
  spec?: TraySpec;
}

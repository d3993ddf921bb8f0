import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export type Pair<T> = { left: T; right: T };

export type ByName<T> = Record<string, T>;

export interface Hammer {
  grams: Int32;
}

export interface ToolboxSpec {
  hammers: Pair<Hammer>;
  sizes?: Pair<Int32>;
  spare?: ByName<Hammer>;
}

@Resource({ group: 'generic-alias.parity.example.com', version: 'v1' }, { plural: 'toolboxes' })
export class Toolbox extends CustomResource {
  spec?: ToolboxSpec;
}

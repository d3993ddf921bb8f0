import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export class DrawerSpec {
  spoons?: Int32;
  forks!: Int32;
}

@Resource({ group: 'optional-by-package.parity.example.com', version: 'v1' }, { plural: 'drawers' })
export class Drawer extends CustomResource {
  spec?: DrawerSpec;
}

import { CustomResource, type Int32, ListMapKey, ListType, MaxItems, Resource } from '@operator-gen/runtime/api';

export interface Course {
  name: string;
  /** @default 1 */
  plates?: Int32;
}

export class MenuSpec {
  @ListType('map')
  @ListMapKey('name')
  @MaxItems(5)
  courses: Course[] = [{ name: 'soup' }, { name: 'fish', plates: 2 }];
}

@Resource({ group: 'default-on-structured-list.parity.example.com', version: 'v1' }, { plural: 'menus' })
export class Menu extends CustomResource {
  spec?: MenuSpec;
}

import { ListMapKey, ListType, type Int32 } from '@operator-gen/runtime/api';

interface Port {
  name: string;
  number: Int32;
}

export class WebServerSpec {
  @ListType('map')
  @ListMapKey('name')
  ports?: Port[];
}

import { StructType, type Int32 } from '@operator-gen/runtime/api';

interface Probe {
  path: string;
  port: Int32;
}

export class WebServerSpec {
  @StructType('atomic')
  probe?: Probe;
}

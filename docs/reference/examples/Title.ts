import { Title, type Int32 } from '@operator-gen/runtime/api';

export class WebServerSpec {
  @Title('Number of Pods')
  replicas: Int32 = 1;
}

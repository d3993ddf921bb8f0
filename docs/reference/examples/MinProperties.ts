import { MinProperties } from '@operator-gen/runtime/api';

export class WebServerSpec {
  @MinProperties(1)
  selector!: Record<string, string>;
}

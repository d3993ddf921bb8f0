import { MinLength } from '@operator-gen/runtime/api';

export class WebServerSpec {
  @MinLength(1)
  title!: string;
}

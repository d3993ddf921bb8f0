import { MaxLength } from '@operator-gen/runtime/api';

export class WebServerSpec {
  @MaxLength(63)
  title!: string;
}

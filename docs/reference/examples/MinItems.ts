import { MinItems } from '@operator-gen/runtime/api';

export class WebServerSpec {
  @MinItems(1)
  hostnames!: string[];
}

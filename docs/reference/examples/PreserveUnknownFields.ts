import { PreserveUnknownFields } from '@operator-gen/runtime/api';

interface Plugin {
  name: string;
}

export class WebServerSpec {
  @PreserveUnknownFields()
  plugin?: Plugin;
}

import { ExactlyOneOf } from '@operator-gen/runtime/api';

@ExactlyOneOf('image', 'gitRepository')
export class WebServerSpec {
  image?: string;
  gitRepository?: string;
}

import { CustomResource, Metadata, Resource } from '@operator-gen/runtime/api';

export class BannerSpec {
  text?: string;
}

@Resource({ group: 'metadata.parity.example.com', version: 'v1' }, { plural: 'banners' })
@Metadata({
  annotations: { 'banners.example.com/cloth': 'linen', note: 'a=b, c' },
  labels: { team: 'flags' },
})
@Metadata({ labels: { stage: 'old' } })
export class Banner extends CustomResource {
  spec?: BannerSpec;
}

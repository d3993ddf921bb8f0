import { CustomResource, Resource } from '@operator-gen/runtime/api';
import type { JobTemplateSpec } from '@operator-gen/runtime/k8s/batch/v1';

export class ErrandSpec {
  job!: JobTemplateSpec;
}

@Resource({ group: 'job-template.parity.example.com', version: 'v1' }, { plural: 'errands' })
export class Errand extends CustomResource {
  spec?: ErrandSpec;
}

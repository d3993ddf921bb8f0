import { XValidation, type Int32 } from '@operator-gen/runtime/api';

@XValidation({
  rule: 'self.minReplicas <= self.maxReplicas',
  message: 'minReplicas is greater than maxReplicas',
  fieldPath: '.minReplicas',
})
export class WebServerSpec {
  minReplicas: Int32 = 1;
  maxReplicas: Int32 = 10;
}

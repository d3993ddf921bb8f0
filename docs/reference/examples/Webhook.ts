import { Webhook } from '@operator-gen/runtime/api';

@Webhook({
  name: 'vwebserver-v1.example.com',
  mutating: false,
  path: '/validate-apps-example-com-v1-webserver',
  groups: ['apps.example.com'],
  versions: ['v1'],
  resources: ['webservers'],
  verbs: ['create', 'update'],
  failurePolicy: 'Fail',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
})
export class WebServerValidator {}

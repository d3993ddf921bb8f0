import {
  atomicList,
  atomicMap,
  atomicStruct,
  defaultTo,
  listMap,
  quantities,
  quantity,
  set,
  tags,
  type FileFacts,
} from './fact.js';

/** The groups with few facts each. */
export const groups: readonly FileFacts[] = [
  {
    files: ['authentication/v1'],
    facts: {
      'TokenReviewSpec.audiences': atomicList,
      'TokenReviewStatus.audiences': atomicList,
      'UserInfo.groups': atomicList,
    },
  },
  {
    files: ['authorization/v1'],
    facts: {
      'FieldSelectorAttributes.requirements': atomicList,
      'LabelSelectorAttributes.requirements': atomicList,
      'NonResourceRule.nonResourceURLs': atomicList,
      'NonResourceRule.verbs': atomicList,
      'ResourceRule.apiGroups': atomicList,
      'ResourceRule.resourceNames': atomicList,
      'ResourceRule.resources': atomicList,
      'ResourceRule.verbs': atomicList,
      'SubjectAccessReviewSpec.groups': atomicList,
      'SubjectRulesReviewStatus.nonResourceRules': atomicList,
      'SubjectRulesReviewStatus.resourceRules': atomicList,
    },
  },
  {
    files: ['certificates/v1'],
    facts: {
      'CertificateSigningRequestSpec.groups': atomicList,
      'CertificateSigningRequestSpec.usages': atomicList,
      'CertificateSigningRequestStatus.conditions': listMap('type'),
    },
  },
  {
    files: ['certificates/v1beta1'],
    facts: {
      'PodCertificateRequestSpec.maxExpirationSeconds': defaultTo(86400),
      'PodCertificateRequestStatus.conditions': listMap('type'),
    },
  },
  {
    files: ['discovery/v1'],
    facts: {
      'Endpoint.addresses': set,
      'EndpointHints.forNodes': atomicList,
      'EndpointHints.forZones': atomicList,
      EndpointPort: atomicStruct,
      'EndpointSlice.endpoints': atomicList,
      'EndpointSlice.ports': atomicList,
    },
  },
  {
    files: ['networking/v1'],
    facts: {
      'HTTPIngressRuleValue.paths': atomicList,
      'IPBlock.except': atomicList,
      'IngressLoadBalancerIngress.ports': atomicList,
      'IngressLoadBalancerStatus.ingress': atomicList,
      'IngressPortStatus.error': {
        ...tags(
          '@maxLength 316',
          "@pattern '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$'",
        ),
        required: true,
      },
      'IngressSpec.rules': atomicList,
      'IngressSpec.tls': atomicList,
      'IngressTLS.hosts': atomicList,
      'NetworkPolicyEgressRule.ports': atomicList,
      'NetworkPolicyEgressRule.to': atomicList,
      'NetworkPolicyIngressRule.from': atomicList,
      'NetworkPolicyIngressRule.ports': atomicList,
      'NetworkPolicySpec.egress': atomicList,
      'NetworkPolicySpec.ingress': atomicList,
      'NetworkPolicySpec.policyTypes': atomicList,
      ServiceBackendPort: atomicStruct,
    },
  },
  {
    files: ['networking/v1', 'networking/v1beta1'],
    facts: {
      'ServiceCIDRSpec.cidrs': atomicList,
      'ServiceCIDRStatus.conditions': listMap('type'),
    },
  },
  {
    files: ['node/v1'],
    facts: {
      'Overhead.podFixed': quantities,
      'Scheduling.nodeSelector': atomicMap,
      'Scheduling.tolerations': atomicList,
    },
  },
  {
    files: ['rbac/v1'],
    facts: {
      'AggregationRule.clusterRoleSelectors': atomicList,
      'ClusterRole.rules': atomicList,
      'ClusterRoleBinding.subjects': atomicList,
      'PolicyRule.apiGroups': atomicList,
      'PolicyRule.nonResourceURLs': atomicList,
      'PolicyRule.resourceNames': atomicList,
      'PolicyRule.resources': atomicList,
      'PolicyRule.verbs': atomicList,
      'Role.rules': atomicList,
      'RoleBinding.subjects': atomicList,
      RoleRef: atomicStruct,
      Subject: atomicStruct,
    },
  },
  {
    files: ['storage/v1'],
    facts: {
      'CSIDriverSpec.tokenRequests': atomicList,
      'CSIDriverSpec.volumeLifecycleModes': set,
      'CSINodeDriver.topologyKeys': atomicList,
      'CSINodeSpec.drivers': listMap('name'),
      'CSIStorageCapacity.capacity': quantity,
      'CSIStorageCapacity.maximumVolumeSize': quantity,
      'StorageClass.allowedTopologies': atomicList,
      'StorageClass.mountOptions': atomicList,
    },
  },
  {
    files: ['storagemigration/v1beta1'],
    facts: {
      'StorageVersionMigrationStatus.conditions': listMap('type'),
    },
  },
];

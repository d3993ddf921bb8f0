import {
  atomicList,
  atomicStruct,
  empty,
  immutable,
  listMap,
  quantity,
  rawExtension,
  set,
  tags,
  type FileFacts,
} from './fact.js';

/** The groups that run and place pods. */
export const workloads: readonly FileFacts[] = [
  {
    files: ['apps/v1'],
    facts: {
      'ControllerRevision.data': rawExtension,
      'DaemonSetStatus.conditions': listMap('type'),
      'DeploymentStatus.conditions': listMap('type'),
      'ReplicaSetStatus.conditions': listMap('type'),
      'StatefulSetSpec.volumeClaimTemplates': atomicList,
      'StatefulSetStatus.conditions': listMap('type'),
    },
  },
  {
    files: ['autoscaling/v1'],
    facts: {
      CrossVersionObjectReference: atomicStruct,
    },
  },
  {
    files: ['autoscaling/v2'],
    facts: {
      'HPAScalingRules.policies': atomicList,
      'HPAScalingRules.tolerance': quantity,
      'HorizontalPodAutoscalerSpec.metrics': atomicList,
      'HorizontalPodAutoscalerStatus.conditions': listMap('type'),
      'HorizontalPodAutoscalerStatus.currentMetrics': atomicList,
      'MetricTarget.averageValue': quantity,
      'MetricTarget.value': quantity,
      'MetricValueStatus.averageValue': quantity,
      'MetricValueStatus.value': quantity,
    },
  },
  {
    files: ['batch/v1'],
    facts: {
      'CronJobStatus.active': atomicList,
      'JobStatus.conditions': atomicList,
      'PodFailurePolicy.rules': atomicList,
      'PodFailurePolicyOnExitCodesRequirement.values': set,
      'PodFailurePolicyRule.onPodConditions': atomicList,
      'SuccessPolicy.rules': atomicList,
      'UncountedTerminatedPods.failed': set,
      'UncountedTerminatedPods.succeeded': set,
    },
  },
  {
    files: ['policy/v1'],
    facts: {
      'PodDisruptionBudgetStatus.conditions': listMap('type'),
    },
  },
  {
    files: ['scheduling/v1alpha2'],
    facts: {
      'PodGroupSchedulingConstraints.topology': atomicList,
      'PodGroupSchedulingPolicy.basic': empty,
      'PodGroupSpec.disruptionMode': tags("@default 'Pod'", "@enum 'Pod', 'PodGroup'"),
      'PodGroupSpec.podGroupTemplateRef': immutable,
      'PodGroupSpec.resourceClaims': tags("@listType 'map'", "@listMapKey 'name'", '@immutable'),
      'PodGroupSpec.schedulingPolicy': immutable,
      'PodGroupStatus.conditions': listMap('type'),
      'PodGroupStatus.resourceClaimStatuses': listMap('name'),
      'PodGroupTemplate.disruptionMode': tags("@enum 'Pod', 'PodGroup'"),
      'PodGroupTemplate.resourceClaims': tags("@listType 'map'", "@listMapKey 'name'", '@immutable'),
      'WorkloadSpec.controllerRef': immutable,
      'WorkloadSpec.podGroupTemplates': tags("@listType 'map'", "@listMapKey 'name'", '@immutable'),
    },
  },
];

// +groupName=topology-spread.parity.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type ScatterSpec struct {
	Over        []corev1.TopologySpreadConstraint `json:"over,omitempty"`
	Affinity    *corev1.Affinity                  `json:"affinity,omitempty"`
	Tolerations []corev1.Toleration               `json:"tolerations,omitempty"`
}

type Scatter struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ScatterSpec `json:"spec,omitempty"`
}

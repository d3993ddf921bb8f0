// +groupName=persistent-volume-claim.parity.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type CellarSpec struct {
	Claim corev1.PersistentVolumeClaim     `json:"claim,omitempty"`
	Spec  corev1.PersistentVolumeClaimSpec `json:"spec"`
}

type Cellar struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec CellarSpec `json:"spec,omitempty"`
}

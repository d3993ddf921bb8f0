// +groupName=volume.parity.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type BarrelSpec struct {
	Volumes []corev1.Volume      `json:"volumes,omitempty"`
	Mounts  []corev1.VolumeMount `json:"mounts,omitempty"`
}

type Barrel struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BarrelSpec `json:"spec,omitempty"`
}

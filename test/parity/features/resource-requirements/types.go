// +groupName=resource-requirements.parity.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type FurnaceSpec struct {
	// +optional
	Resources corev1.ResourceRequirements `json:"resources,omitempty"`
	Spare     corev1.ResourceList         `json:"spare,omitempty"`
}

type Furnace struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec FurnaceSpec `json:"spec,omitempty"`
}

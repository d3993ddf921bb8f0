// +groupName=numeric-enum.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Level rises.
// +kubebuilder:validation:Enum=0;1;5
type Level int32

type VolcanoSpec struct {
	Level Level `json:"level"`
}

type Volcano struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec VolcanoSpec `json:"spec,omitempty"`
}

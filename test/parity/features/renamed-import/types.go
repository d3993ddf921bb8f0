// +groupName=renamed-import.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type BobbinSpec struct {
	// +kubebuilder:validation:Maximum=3
	Threads int64 `json:"threads"`
}

type Bobbin struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BobbinSpec `json:"spec,omitempty"`
}

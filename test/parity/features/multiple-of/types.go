// +groupName=multiple-of.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type EggBoxSpec struct {
	// Always full rows.
	// +kubebuilder:validation:MultipleOf=6
	Eggs int32 `json:"eggs"`

	// +kubebuilder:validation:MultipleOf=0.5
	Weight float64 `json:"weight,omitempty"`
}

type EggBox struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec EggBoxSpec `json:"spec,omitempty"`
}

// +groupName=enum-numeric-literals.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type DieSpec struct {
	// +kubebuilder:validation:Enum=4;6;20
	Sides int64 `json:"sides"`
}

// +kubebuilder:resource:path=dies
type Die struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec DieSpec `json:"spec,omitempty"`
}

// +groupName=one-of-and-rules.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:validation:XValidation:rule="true",message="first"
// +kubebuilder:validation:AtMostOneOf=wood;steel
// +kubebuilder:validation:AtLeastOneOf=wood;steel
type CrateSpec struct {
	Wood  bool `json:"wood,omitempty"`
	Steel bool `json:"steel,omitempty"`
}

type Crate struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec CrateSpec `json:"spec,omitempty"`
}

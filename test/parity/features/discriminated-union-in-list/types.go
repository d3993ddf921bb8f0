// +groupName=discriminated-union-in-list.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ProcessionSpec struct {
	// Who walks behind whom.
	// +kubebuilder:validation:MaxItems=5
	Walkers []Walker `json:"walkers,omitempty"`
}

// +kubebuilder:validation:XValidation:rule="!has(self.tune) || self.role == \"Band\"",message="tune may only be set when role is Band"
// +kubebuilder:validation:XValidation:rule="has(self.tune) || !(self.role == \"Band\")",message="tune is required when role is Band"
type Walker struct {
	// +kubebuilder:validation:Enum=Band;Crowd
	Role string `json:"role"`
	Tune string `json:"tune,omitempty"`
	// How many they are.
	Count int32 `json:"count"`
}

type Procession struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ProcessionSpec `json:"spec,omitempty"`
}

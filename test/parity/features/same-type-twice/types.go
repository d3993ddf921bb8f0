// +groupName=same-type-twice.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Half shows eyes.
type Half struct {
	// +kubebuilder:validation:Maximum=6
	Eyes int32 `json:"eyes"`
}

type DominoesSpec struct {
	// The upper one.
	// +structType=atomic
	Upper Half `json:"upper"`
	Lower Half `json:"lower"`
	// +nullable
	Third *Half `json:"third,omitempty"`
}

// +kubebuilder:resource:path=dominoes
type Dominoes struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec DominoesSpec `json:"spec,omitempty"`
}

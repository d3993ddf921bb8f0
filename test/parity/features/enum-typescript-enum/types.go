// +groupName=enum-typescript-enum.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Direction says where it goes.
// +kubebuilder:validation:Enum=up;down;halt
type Direction string

type ElevatorSpec struct {
	Direction Direction `json:"direction"`
	// +optional
	// +kubebuilder:default=halt
	AtNight Direction `json:"atNight,omitempty"`
}

type Elevator struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ElevatorSpec `json:"spec,omitempty"`
}

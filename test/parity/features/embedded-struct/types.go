// +groupName=embedded-struct.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Wheeled is what has wheels.
type Wheeled struct {
	// How many there are.
	Wheels int32 `json:"wheels"`
	Spokes int32 `json:"spokes,omitempty"`
}

// BicycleSpec has two of them, as a rule.
type BicycleSpec struct {
	Wheeled `json:",inline"`
	Bell    bool `json:"bell,omitempty"`
}

type Bicycle struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BicycleSpec `json:"spec,omitempty"`
}

// +groupName=map-type.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type PantrySpec struct {
	// +mapType=atomic
	Jars map[string]int32 `json:"jars,omitempty"`
	// +mapType=granular
	Tins  map[string]string `json:"tins,omitempty"`
	Loose map[string]bool   `json:"loose,omitempty"`
}

type Pantry struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PantrySpec `json:"spec,omitempty"`
}

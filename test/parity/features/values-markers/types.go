// +groupName=values-markers.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:validation:Minimum=0
// +kubebuilder:validation:Maximum=99
type Amount int32

// +kubebuilder:validation:MaxLength=5
type Shelf string

type LarderSpec struct {
	// +kubebuilder:validation:MaxProperties=20
	Jars  map[string]Amount `json:"jars,omitempty"`
	Where map[string]Shelf  `json:"where,omitempty"`
}

type Larder struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec LarderSpec `json:"spec,omitempty"`
}

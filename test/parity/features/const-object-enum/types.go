// +groupName=const-object-enum.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type FerrisSpec struct {
	// Which way it turns.
	Turns Turning `json:"turns"`
}

// Turning is a direction.
// +kubebuilder:validation:Enum=left;right;not
type Turning string

// +kubebuilder:resource:path=ferrises
type Ferris struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec FerrisSpec `json:"spec,omitempty"`
}

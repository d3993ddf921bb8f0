// +groupName=embedded-resource.parity.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

type AquariumSpec struct {
	// A whole object.
	// +kubebuilder:validation:EmbeddedResource
	// +kubebuilder:pruning:PreserveUnknownFields
	Fish runtime.RawExtension `json:"fish,omitempty"`
}

// +kubebuilder:resource:path=aquariums
type Aquarium struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec AquariumSpec `json:"spec,omitempty"`
}

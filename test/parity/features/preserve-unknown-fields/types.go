// +groupName=preserve-unknown-fields.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type AtticSpec struct {
	// Some of it is known.
	// +kubebuilder:pruning:PreserveUnknownFields
	Boxes Boxes `json:"boxes,omitempty"`
	Trunk Trunk `json:"trunk,omitempty"`
}

type Boxes struct {
	Count int32 `json:"count,omitempty"`
}

// Trunk holds more than one sees.
// +kubebuilder:pruning:PreserveUnknownFields
type Trunk struct {
	Lid string `json:"lid,omitempty"`
}

type Attic struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec AtticSpec `json:"spec,omitempty"`
}

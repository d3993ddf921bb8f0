// +groupName=default-by-marker.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type FerrySpec struct {
	// +kubebuilder:default=4
	// +optional
	Decks int32 `json:"decks,omitempty"`
	// +kubebuilder:default={bow,stern}
	// +optional
	Ramps []string `json:"ramps,omitempty"`
	// +kubebuilder:default={open: true}
	// +optional
	Bridge Bridge `json:"bridge,omitempty"`
}

type Bridge struct {
	Open bool `json:"open"`
}

type Ferry struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec FerrySpec `json:"spec,omitempty"`
}

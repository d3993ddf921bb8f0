// +groupName=inheritance-levels.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// ShipSpec is what its master knows of her.
type ShipSpec struct {
	// What it is called.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
	// +optional
	// +kubebuilder:default=1
	Decks int32 `json:"decks,omitempty"`
	// +kubebuilder:validation:Enum=Sail;Steam
	Drive string `json:"drive"`
	Masts int32  `json:"masts,omitempty"`
}

type Ship struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ShipSpec `json:"spec,omitempty"`
}

// +groupName=inheritance-interfaces.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// CaravanSpec is a house that moves.
type CaravanSpec struct {
	// Where one sleeps.
	Beds int32 `json:"beds"`
	// +kubebuilder:validation:MaxLength=20
	Plate string `json:"plate,omitempty"`
	Tow   bool   `json:"tow"`
}

type Caravan struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec CaravanSpec `json:"spec,omitempty"`
}

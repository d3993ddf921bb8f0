// +groupName=named-scalars.parity.example.com
package v1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Harvest is when it is cut.
// +kubebuilder:validation:MaxLength=64
type Harvest []byte

// Fodder is what they eat.
type Fodder = resource.Quantity

type SeasonSpec struct {
	Harvest Harvest `json:"harvest,omitempty"`
	// Enough of it.
	Fodder Fodder `json:"fodder,omitempty"`
}

type Season struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SeasonSpec `json:"spec,omitempty"`
}

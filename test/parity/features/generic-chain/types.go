// +groupName=generic-chain.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Weight is in kilograms.
// +kubebuilder:validation:Minimum=0
type Weight int32

type WarehouseSpec struct {
	Heavy WeightBox            `json:"heavy"`
	Boxes map[string]WeightBox `json:"boxes,omitempty"`
}

// Box has something in it.
type WeightBox struct {
	// What it is.
	Content Weight    `json:"content"`
	Rest    []Weight  `json:"rest,omitempty"`
	Lid     WeightLid `json:"lid,omitempty"`
}

// Lid closes.
type WeightLid struct {
	Carries Weight `json:"carries,omitempty"`
}

type Warehouse struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec WarehouseSpec `json:"spec,omitempty"`
}

// +groupName=enum-on-field.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type KettleSpec struct {
	// +kubebuilder:validation:Enum=Copper;Steel;Glass
	Material string `json:"material"`
	// +kubebuilder:validation:Enum=1;2;5
	Litres int32 `json:"litres"`
	// +kubebuilder:validation:Enum="";"on the hob";"off"
	State string `json:"state,omitempty"`
}

type Kettle struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec KettleSpec `json:"spec,omitempty"`
}

// +groupName=two-markers-on-nullable.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type HatSpec struct {
	// Unless it has no brim.
	// +nullable
	// +kubebuilder:validation:Minimum=1
	Brim *int32 `json:"brim,omitempty"`
	// +nullable
	// +kubebuilder:validation:Enum=Felt;Straw
	Stuff *string `json:"stuff,omitempty"`
	// +nullable
	// +optional
	// +kubebuilder:default="M"
	Size *string `json:"size,omitempty"`
}

type Hat struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec HatSpec `json:"spec,omitempty"`
}

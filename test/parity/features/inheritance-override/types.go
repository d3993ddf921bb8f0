// +groupName=inheritance-override.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ViolinSpec struct {
	// Always four.
	// +kubebuilder:validation:Enum=4
	Strings int32 `json:"strings"`
	// Not of brass.
	// +kubebuilder:validation:Enum=spruce;maple
	Wood string `json:"wood"`
}

type Violin struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ViolinSpec `json:"spec,omitempty"`
}

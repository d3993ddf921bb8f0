// +groupName=item-counts.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type QuartetSpec struct {
	// +kubebuilder:validation:MinItems=4
	// +kubebuilder:validation:MaxItems=4
	Players []string `json:"players"`

	// +kubebuilder:validation:MaxItems=0
	Conductors []string `json:"conductors,omitempty"`

	// +kubebuilder:validation:MinItems=1
	Bars []int32 `json:"bars,omitempty"`
}

type Quartet struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec QuartetSpec `json:"spec,omitempty"`
}

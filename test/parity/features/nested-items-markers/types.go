// +groupName=nested-items-markers.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Patch is a piece of cloth.
// +kubebuilder:validation:MaxLength=8
// +kubebuilder:validation:MinLength=1
type Patch string

type QuiltSpec struct {
	// +kubebuilder:validation:MaxItems=9
	// +kubebuilder:validation:items:MaxItems=7
	Rows [][]Patch `json:"rows,omitempty"`
}

type Quilt struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec QuiltSpec `json:"spec,omitempty"`
}

// +groupName=values-and-items.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Tag is short.
// +kubebuilder:validation:MaxLength=10
// +kubebuilder:validation:XValidation:rule="self.size() > 0"
type Tag string

// Tags are few.
// +kubebuilder:validation:MaxItems=3
type Tags []Tag

type ShopSpec struct {
	Goods map[string]Tags `json:"goods,omitempty"`
	// +kubebuilder:validation:items:MaxProperties=2
	Shelves []map[string]Tags `json:"shelves,omitempty"`
}

type Shop struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ShopSpec `json:"spec,omitempty"`
}

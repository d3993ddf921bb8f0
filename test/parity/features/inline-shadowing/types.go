// +groupName=inline-shadowing.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Clothes are worn.
type Clothes struct {
	// Any size.
	Size string `json:"size"`
}

type CostumeSpec struct {
	Clothes `json:",inline"`
	Mask    bool `json:"mask,omitempty"`
}

type Costume struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec CostumeSpec `json:"spec,omitempty"`
}

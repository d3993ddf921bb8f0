// +groupName=imported-types.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type LibrarySpec struct {
	Best  Book   `json:"best"`
	Shelf []Book `json:"shelf,omitempty"`
}

type Library struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec LibrarySpec `json:"spec,omitempty"`
}

// +groupName=recursive-type.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type FamilySpec struct {
	Head Person `json:"head"`
}

// Person has children.
type Person struct {
	Name string `json:"name"`
	// Persons themselves.
	// +optional
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	Children []Person `json:"children,omitempty"`
}

type Family struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec FamilySpec `json:"spec,omitempty"`
}

// +groupName=generic-named-argument.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Signature is where a book stands.
// +kubebuilder:validation:MaxLength=12
type Signature string

type CatalogueSpec struct {
	Signatures SignatureShelf `json:"signatures"`
	// One that was found elsewhere.
	Lost Signature `json:"lost,omitempty"`
}

type SignatureShelf struct {
	First Signature   `json:"first"`
	All   []Signature `json:"all,omitempty"`
	// The one that nobody reads.
	Last Signature `json:"last,omitempty"`
}

type Catalogue struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec CatalogueSpec `json:"spec,omitempty"`
}

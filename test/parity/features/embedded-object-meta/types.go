// +groupName=embedded-object-meta.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type StencilSpec struct {
	// The metadata of what is drawn with it.
	// +optional
	Metadata metav1.ObjectMeta `json:"metadata,omitempty"`
}

type Stencil struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec StencilSpec `json:"spec,omitempty"`
}

// +groupName=title.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type FolioSpec struct {
	// Its number, at the top.
	// +kubebuilder:title="Page number"
	Number int32 `json:"number,omitempty"`
	// +kubebuilder:title=`A "side"`
	Side Side `json:"side,omitempty"`
}

// Side is one of two.
// +kubebuilder:title="Side of a sheet"
type Side struct {
	Recto bool `json:"recto,omitempty"`
}

type Folio struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec FolioSpec `json:"spec,omitempty"`
}

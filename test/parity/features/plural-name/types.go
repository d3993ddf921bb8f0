// +groupName=plural-name.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type OxSpec struct {
	Horns int32 `json:"horns,omitempty"`
}

// +kubebuilder:resource:path=oxen
type Ox struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec OxSpec `json:"spec,omitempty"`
}

// +groupName=integers.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type AbacusSpec struct {
	Rows  int32  `json:"rows"`
	Beads int64  `json:"beads"`
	Small *int32 `json:"small,omitempty"`
	Large *int64 `json:"large,omitempty"`
	// No type here is unsigned either.
	Positive uint32 `json:"positive,omitempty"`
}

type Abacus struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec AbacusSpec `json:"spec,omitempty"`
}

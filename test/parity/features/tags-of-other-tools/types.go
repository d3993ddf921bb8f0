// +groupName=tags-of-other-tools.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// SextantSpec measures angles.
type SextantSpec struct {
	// How far above the horizon.
	Angle int32 `json:"angle,omitempty"`
	// Which star.
	Star string `json:"star,omitempty"`
}

type Sextant struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SextantSpec `json:"spec,omitempty"`
}

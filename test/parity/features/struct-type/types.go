// +groupName=struct-type.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Position is where it is; neither half means anything alone.
// +structType=atomic
type Position struct {
	East  int32 `json:"east"`
	North int32 `json:"north"`
}

type Case struct {
	Leather bool `json:"leather,omitempty"`
}

type CompassSpec struct {
	At Position `json:"at"`
	// +structType=granular
	Case Case `json:"case,omitempty"`
	// +structType=atomic
	Lid *Case `json:"lid,omitempty"`
}

type Compass struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec CompassSpec `json:"spec,omitempty"`
}

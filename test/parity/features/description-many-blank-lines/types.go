// +groupName=description-many-blank-lines.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type GapSpec struct {
	// One.
	//
	//
	//
	// Two.
	//
	// Three.
	Wide string `json:"wide,omitempty"`
	// Like this:
	// ```
	// a
	//
	//
	// b
	// ```
	//
	//
	// End.
	Fenced string `json:"fenced,omitempty"`
	// Before.
	//
	// TODO: fill the gap.
	//
	// After.
	Around string `json:"around,omitempty"`
	// Kept.
	//
	//
	// ---
	// Dropped.
	Ruled string `json:"ruled,omitempty"`
}

type Gap struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec GapSpec `json:"spec,omitempty"`
}

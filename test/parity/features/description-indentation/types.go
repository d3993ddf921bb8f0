// +groupName=description-indentation.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type LadderSpec struct {
	// The steps:
	//   - up
	//     further up
	//   - down
	//
	//     an example
	//
	// 1. first
	// 2. second
	Steps string `json:"steps,omitempty"`
	//   Begins two spaces in.
	// and goes on.
	Shifted string `json:"shifted,omitempty"`
	// Rows:
	// 	one
	// 	two
	Tabbed string `json:"tabbed,omitempty"`
	// Text
	//   TODO: indented
	//   --- indented
	// end.
	Late string `json:"late,omitempty"`
}

type Ladder struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec LadderSpec `json:"spec,omitempty"`
}

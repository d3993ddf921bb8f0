// +groupName=description-list.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type AgendaSpec struct {
	// What is talked about:
	//   - money
	//   - more money,
	//     and who has it
	//   - the weather
	//
	// Then there is cake.
	Points []string `json:"points,omitempty"`
	// Steps:
	//  1. sit down
	//  2. stand up
	Steps []string `json:"steps,omitempty"`
	// As in
	//
	//	a: 1
	//	b: 2
	//
	// or so.
	Code string `json:"code,omitempty"`
}

type Agenda struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec AgendaSpec `json:"spec,omitempty"`
}

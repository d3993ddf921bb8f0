// +groupName=utility-readonly.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type StatueSpec struct {
	Base  Base     `json:"base"`
	Names []string `json:"names,omitempty"`
	Sides Sides    `json:"sides,omitempty"`
}

type Base struct {
	Marble bool `json:"marble"`
}

type Sides struct {
	Front string `json:"front"`
	Back  string `json:"back"`
}

type Statue struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec StatueSpec `json:"spec,omitempty"`
}

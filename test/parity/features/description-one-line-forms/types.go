// +groupName=description-one-line-forms.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// RibbonSpec ends with two spaces.
type RibbonSpec struct {
	// Straight after the stars.
	Red string `json:"red,omitempty"`
	// First line
	//   indented line
	// last line
	Blue string `json:"blue,omitempty"`
	// The last of two comments.
	Gold string `json:"gold,omitempty"`
}

type Ribbon struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RibbonSpec `json:"spec,omitempty"`
}

// +groupName=description-blank-lines.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type LetterSpec struct {
	// Dear reader,
	//
	// this is the second paragraph.
	//
	// And the third, with two lines
	// in it.
	Body string `json:"body,omitempty"`
	//
	// Begins with nothing and ends so.
	//
	Sign string `json:"sign,omitempty"`
}

type Letter struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec LetterSpec `json:"spec,omitempty"`
}

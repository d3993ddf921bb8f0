// +groupName=description-at-signs.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type StampSpec struct {
	// Mail to a@stamps.example or to @stamps.
	Mail string `json:"mail,omitempty"`
	// Use `@Minimum` or {braces} * and stars.
	Text string `json:"text,omitempty"`
	// Stars:
	// * one
	// * two
	Stars string `json:"stars,omitempty"`
	// # Heading
	//
	// Text [link] and <b>tags</b> &amp; more.
	Markup string `json:"markup,omitempty"`
}

type Stamp struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec StampSpec `json:"spec,omitempty"`
}

// +groupName=external-docs.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type FootnoteSpec struct {
	// +kubebuilder:externalDocs:url="https://notes.example.com/a",description="How to read it"
	Text string `json:"text,omitempty"`
	// +kubebuilder:externalDocs:url="https://notes.example.com/b"
	Mark   string `json:"mark,omitempty"`
	Source Source `json:"source,omitempty"`
}

// Source is another book.
// +kubebuilder:externalDocs:url="https://notes.example.com/c"
type Source struct {
	Page int32 `json:"page,omitempty"`
}

type Footnote struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec FootnoteSpec `json:"spec,omitempty"`
}

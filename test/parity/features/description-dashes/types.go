// +groupName=description-dashes.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// CurtainSpec is for the audience.
// ---
// This is for those behind it.
type CurtainSpec struct {
	// Seen.
	// --- not seen
	// Not seen either.
	Front string `json:"front,omitempty"`
	// Two -- dashes, and three --- in a line, stay.
	Back string `json:"back,omitempty"`
}

type Curtain struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec CurtainSpec `json:"spec,omitempty"`
}

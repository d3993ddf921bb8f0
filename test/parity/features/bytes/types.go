// +groupName=bytes.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type SealSpec struct {
	// What is pressed into the wax.
	Imprint []byte            `json:"imprint"`
	Wax     []byte            `json:"wax,omitempty"`
	Copies  map[string][]byte `json:"copies,omitempty"`
	Drafts  [][]byte          `json:"drafts,omitempty"`
}

type Seal struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SealSpec `json:"spec,omitempty"`
}

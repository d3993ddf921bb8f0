// +groupName=lists-of-maps.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type CrosswordSpec struct {
	Rows []map[string]string `json:"rows"`
	// +listType=atomic
	Clues []map[string][]int32 `json:"clues,omitempty"`
}

type Crossword struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec CrosswordSpec `json:"spec,omitempty"`
}

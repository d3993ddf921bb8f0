// +groupName=description-todo.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// ChoreSpec is what has to be done.
// TODO: say by whom
// It is never done.
type ChoreSpec struct {
	// TODO(nobody): find out
	// Where the broom is.
	Broom string `json:"broom,omitempty"`
	// A TODO in the middle of a line stays.
	Dust string `json:"dust,omitempty"`
	// TODO
	Windows string `json:"windows,omitempty"`
	// Todo in another spelling stays.
	//  TODO behind a space
	Stairs string `json:"stairs,omitempty"`
}

type Chore struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ChoreSpec `json:"spec,omitempty"`
}

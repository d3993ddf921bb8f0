// +groupName=list-type-atomic.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Step struct {
	Do string `json:"do"`
}

type RecipeSpec struct {
	// The order matters, so they change as a whole.
	// +listType=atomic
	Steps []Step `json:"steps"`
	// +listType=atomic
	Tags []string `json:"tags,omitempty"`
}

type Recipe struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RecipeSpec `json:"spec,omitempty"`
}

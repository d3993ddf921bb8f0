// +groupName=time.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type SundialSpec struct {
	Set  metav1.Time  `json:"set"`
	Read *metav1.Time `json:"read,omitempty"`
	// When nobody looked.
	Missed []metav1.Time `json:"missed,omitempty"`
}

type Sundial struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SundialSpec `json:"spec,omitempty"`
}

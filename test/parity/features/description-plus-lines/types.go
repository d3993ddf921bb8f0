// +groupName=description-plus-lines.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type SumSpec struct {
	// The terms:
	// + one
	// + two
	Terms string `json:"terms,omitempty"`
	// Above.
	// +kubebuilder:nonsense:marked=true
	// Below.
	Marked string `json:"marked,omitempty"`
	// Above.
	//
	// +genclient:nonNamespaced
	//
	// Below.
	Apart string `json:"apart,omitempty"`
	// Starts at
	// +1 and goes up.
	Signed string `json:"signed,omitempty"`
	// May be
	// +Infinity
	Word string `json:"word,omitempty"`
}

type Sum struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SumSpec `json:"spec,omitempty"`
}

// +groupName=deep-nesting.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type MatryoshkaSpec struct {
	Outer Outer `json:"outer"`
}

type Outer struct {
	Middle map[string][]Middle `json:"middle"`
}

type Middle struct {
	// The last but one.
	Inner *Inner `json:"inner,omitempty"`
}

type Inner struct {
	// +kubebuilder:validation:MaxItems=2
	Seeds [][]Seed `json:"seeds,omitempty"`
}

// Seed has nothing inside.
type Seed struct {
	// +kubebuilder:validation:Minimum=0
	Millimetres int32 `json:"millimetres"`
}

// +kubebuilder:resource:path=matryoshkas
type Matryoshka struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec MatryoshkaSpec `json:"spec,omitempty"`
}

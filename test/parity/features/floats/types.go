// +groupName=floats.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type MetronomeSpec struct {
	Length float64   `json:"length"`
	Swing  float32   `json:"swing,omitempty"`
	Marks  []float64 `json:"marks,omitempty"`
}

type Metronome struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec MetronomeSpec `json:"spec,omitempty"`
}

// +groupName=micro-time.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type StopwatchSpec struct {
	Start metav1.MicroTime  `json:"start"`
	Lap   *metav1.MicroTime `json:"lap,omitempty"`
}

type Stopwatch struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec StopwatchSpec `json:"spec,omitempty"`
}

// +groupName=lists.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type TrainSpec struct {
	Waggons []string  `json:"waggons"`
	Seats   []int32   `json:"seats,omitempty"`
	Doors   []bool    `json:"doors,omitempty"`
	Stops   []Stop    `json:"stops,omitempty"`
	Crew    []*Stop   `json:"crew,omitempty"`
	Plan    [][]int32 `json:"plan,omitempty"`
}

type Stop struct {
	Town string `json:"town"`
}

type Train struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec TrainSpec `json:"spec,omitempty"`
}

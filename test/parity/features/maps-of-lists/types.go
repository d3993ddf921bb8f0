// +groupName=maps-of-lists.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type TimetableSpec struct {
	Lessons map[string][]string `json:"lessons"`
	Breaks  map[string][]Break  `json:"breaks,omitempty"`
}

type Break struct {
	Minutes int32 `json:"minutes"`
}

type Timetable struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec TimetableSpec `json:"spec,omitempty"`
}

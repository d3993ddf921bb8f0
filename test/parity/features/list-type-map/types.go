// +groupName=list-type-map.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Stop is where a bus stops.
type Stop struct {
	Street string `json:"street"`
	Number int32  `json:"number"`
	// +optional
	Shelter bool `json:"shelter,omitempty"`
}

type BusLineSpec struct {
	// Where it stops, by street and number.
	// +listType=map
	// +listMapKey=street
	// +listMapKey=number
	Stops []Stop `json:"stops"`
}

type BusLine struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BusLineSpec `json:"spec,omitempty"`
}

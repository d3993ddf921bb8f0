// +groupName=description-field-and-type.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Picture hangs on a wall.
type Picture struct {
	Title string `json:"title"`
}

// Year counts from the founding.
type Year int32

type MuseumSpec struct {
	// The one that everybody comes for.
	Best   Picture   `json:"best"`
	Other  Picture   `json:"other"`
	Oldest *Picture  `json:"oldest,omitempty"`
	All    []Picture `json:"all,omitempty"`
	// By their painters.
	ByPainter map[string]Picture `json:"byPainter,omitempty"`
	Opened    Year               `json:"opened,omitempty"`
	// When it is shut.
	Closed Year `json:"closed,omitempty"`
}

type Museum struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec MuseumSpec `json:"spec,omitempty"`
}

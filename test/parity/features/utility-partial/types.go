// +groupName=utility-partial.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type PuzzleSpec struct {
	Whole Piece `json:"whole"`
	Part  Part  `json:"part,omitempty"`
	Full  Full  `json:"full,omitempty"`
}

type Piece struct {
	// How many corners.
	// +kubebuilder:validation:Maximum=8
	Corners int32  `json:"corners"`
	Colour  string `json:"colour,omitempty"`
}

type Part struct {
	// How many corners.
	// +kubebuilder:validation:Maximum=8
	Corners int32  `json:"corners,omitempty"`
	Colour  string `json:"colour,omitempty"`
}

type Full struct {
	// How many corners.
	// +kubebuilder:validation:Maximum=8
	Corners int32  `json:"corners"`
	Colour  string `json:"colour"`
}

type Puzzle struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PuzzleSpec `json:"spec,omitempty"`
}

// +groupName=inline-object-types.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ChessboardSpec struct {
	// The pieces that one has.
	White Pieces  `json:"white"`
	Black *Pieces `json:"black,omitempty"`
	Moves []Move  `json:"moves,omitempty"`
}

type Pieces struct {
	Pawns int32 `json:"pawns"`
	// Not many.
	Queens int32 `json:"queens,omitempty"`
}

type Move struct {
	From string `json:"from"`
	To   string `json:"to"`
}

type Chessboard struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ChessboardSpec `json:"spec,omitempty"`
}

// +groupName=generic-defaults.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type TraySpec struct {
	Cups  CupSlot  `json:"cups"`
	Texts TextSlot `json:"texts,omitempty"`
}

// Slot keeps one.
type CupSlot struct {
	In Cup `json:"in"`
}

// Slot keeps one.
type TextSlot struct {
	In string `json:"in"`
}

type Cup struct {
	Full bool `json:"full,omitempty"`
}

type Tray struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec TraySpec `json:"spec,omitempty"`
}

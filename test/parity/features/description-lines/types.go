// +groupName=description-lines.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// DiarySpec says what is written
// and on which of the many pages
// it stands.
type DiarySpec struct {
	// What happened in the morning,
	// before anybody was up.
	Morning string `json:"morning,omitempty"`
	// One line.
	Noon string `json:"noon,omitempty"`
}

// Diary is kept by somebody,
//
// for nobody.
type Diary struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec DiarySpec `json:"spec,omitempty"`
}

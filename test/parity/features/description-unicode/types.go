// +groupName=description-unicode.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// PhrasebookSpec: „Guten Tag“, 你好, здравствуйте — and 👋🏽.
type PhrasebookSpec struct {
	// Ça coûte combien ? A “quoted” word…
	Price string `json:"price,omitempty"`
	// Signs: # & * ! | > % @ ` ' " : - ? { } [ ] \ \n
	Signs string `json:"signs,omitempty"`
	// yes
	Yes string `json:"yes,omitempty"`
	// 123
	Digits string `json:"digits,omitempty"`
	// This sentence is long enough that whoever writes YAML would like to fold it somewhere near its eightieth column, twice.
	Long string `json:"long,omitempty"`
}

type Phrasebook struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PhrasebookSpec `json:"spec,omitempty"`
}

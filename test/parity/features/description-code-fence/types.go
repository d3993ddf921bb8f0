// +groupName=description-code-fence.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type CookbookSpec struct {
	// How it is written:
	//
	// ```yaml
	// soup:
	//   leek: 2
	// ---
	// TODO: salt
	// ```
	//
	// TODO: not shown
	// And eaten.
	Soup string `json:"soup,omitempty"`
	// With tildes:
	// ~~~
	// ---
	// ~~~
	// The end.
	Cake string `json:"cake,omitempty"`
}

type Cookbook struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec CookbookSpec `json:"spec,omitempty"`
}

// +groupName=utility-pick.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type JewelSpec struct {
	Ring   Ring   `json:"ring"`
	Brooch Brooch `json:"brooch,omitempty"`
}

// Ring is worn on a finger.
type Ring struct {
	// What shines.
	Stone string `json:"stone"`
	// +kubebuilder:validation:Minimum=1
	Carat int32 `json:"carat,omitempty"`
	Size  int32 `json:"size"`
}

type Brooch struct {
	// What shines.
	Stone string `json:"stone"`
	// +kubebuilder:validation:Minimum=1
	Carat int32 `json:"carat,omitempty"`
}

type Jewel struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec JewelSpec `json:"spec,omitempty"`
}

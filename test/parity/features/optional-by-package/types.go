// +groupName=optional-by-package.parity.example.com
// +kubebuilder:validation:Optional
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type DrawerSpec struct {
	Spoons int32 `json:"spoons"`
	// +kubebuilder:validation:Required
	Forks int32 `json:"forks"`
}

type Drawer struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec DrawerSpec `json:"spec,omitempty"`
}

// +groupName=tags-strings.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type KeyringSpec struct {
	// What is cut into it.
	// +kubebuilder:validation:MinLength=3
	// +kubebuilder:validation:MaxLength=9
	// +kubebuilder:validation:Pattern=`^[a-z]+(-[a-z]+)*$`
	Cut string `json:"cut"`
	// +kubebuilder:validation:Format=ipv6
	Door string `json:"door,omitempty"`
	// +kubebuilder:validation:Enum=Iron;Brass
	// +optional
	// +kubebuilder:default=Iron
	Metal string `json:"metal,omitempty"`
}

type Keyring struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec KeyringSpec `json:"spec,omitempty"`
}

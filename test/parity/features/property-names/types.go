// +groupName=property-names.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type CipherSpec struct {
	Hyphen string `json:"storage-size,omitempty"`
	Dotted string `json:"a.b,omitempty"`
	Digit  string `json:"1st,omitempty"`
	Under  string `json:"_under,omitempty"`
	Upper  string `json:"UPPER,omitempty"`
	Class  string `json:"class,omitempty"`
	Proto  string `json:"__proto__,omitempty"`
	Build  string `json:"constructor,omitempty"`
	Cafe   string `json:"café,omitempty"`
}

type Cipher struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec CipherSpec `json:"spec,omitempty"`
}

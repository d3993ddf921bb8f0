// +groupName=x-validation-texts.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type OracleSpec struct {
	// +kubebuilder:validation:XValidation:rule=`self.matches("^\\w+$") && self != "no"`,message="says \"yes\", or nothing; {really}"
	// +kubebuilder:validation:MaxLength=9
	Answer string `json:"answer,omitempty"`
	// +kubebuilder:validation:XValidation:rule="self.all(x, x in ['ä', '☂'])",message="nur Ä und ☂"
	// +kubebuilder:validation:MaxItems=4
	Signs []string `json:"signs,omitempty"`
	// +kubebuilder:validation:XValidation:rule="self.all(k, self[k] > 0)"
	// +kubebuilder:validation:MaxProperties=4
	Coins map[string]int32 `json:"coins,omitempty"`
}

type Oracle struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec OracleSpec `json:"spec,omitempty"`
}

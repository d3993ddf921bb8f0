// +groupName=property-names-of-schemas.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type BlueprintSpec struct {
	Properties  Properties `json:"properties,omitempty"`
	Items       []string   `json:"items,omitempty"`
	Required    bool       `json:"required,omitempty"`
	Type        string     `json:"type,omitempty"`
	Default     int32      `json:"default,omitempty"`
	Metadata    Properties `json:"metadata,omitempty"`
	APIVersion  string     `json:"apiVersion,omitempty"`
	Kind        string     `json:"kind,omitempty"`
	Status      string     `json:"status,omitempty"`
	Description string     `json:"description,omitempty"`
}

type Properties struct {
	AdditionalProperties map[string]string `json:"additionalProperties,omitempty"`
	Name                 string            `json:"name,omitempty"`
}

type Blueprint struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BlueprintSpec `json:"spec,omitempty"`
}

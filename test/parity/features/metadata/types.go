// +groupName=metadata.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type BannerSpec struct {
	Text string `json:"text,omitempty"`
}

// +kubebuilder:metadata:annotations="banners.example.com/cloth=linen";"note=a=b, c",labels="team=flags"
// +kubebuilder:metadata:labels={"stage=old"}
type Banner struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BannerSpec `json:"spec,omitempty"`
}

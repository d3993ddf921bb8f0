// +groupName=job-template.parity.example.com
package v1

import (
	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type ErrandSpec struct {
	Job batchv1.JobTemplateSpec `json:"job"`
}

type Errand struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ErrandSpec `json:"spec,omitempty"`
}

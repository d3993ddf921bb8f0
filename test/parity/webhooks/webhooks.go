// Package webhooks declares the webhooks that webhooks.ts declares too.
// +groupName=webhooks.parity.example.com
package webhooks

// +kubebuilder:webhookconfiguration:mutating=true,name=stable-defaults

// +kubebuilder:webhook:mutating=true,failurePolicy=fail,groups=webhooks.parity.example.com,resources=horses,verbs=create;update,versions=v1;v2,name=mhorse.parity.example.com,path=/mutate-horse,sideEffects=None,admissionReviewVersions=v1,reinvocationPolicy=IfNeeded
// +kubebuilder:webhook:mutating=false,failurePolicy=ignore,groups=core;apps,resources=pods;deployments/scale,verbs=delete;connect,versions=*,name=vpod.parity.example.com,path=/validate-pod,sideEffects=NoneOnDryRun,admissionReviewVersions=v1;v1beta1,timeoutSeconds=7,matchPolicy=Exact,serviceName=gate,serviceNamespace=yard,servicePort=8443
// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups="",resources=*,verbs=*,versions=v1,name=all.parity.example.com,url="https://gate.example.com/all",sideEffects=None,admissionReviewVersions=v1

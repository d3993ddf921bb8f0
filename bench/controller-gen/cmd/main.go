// Command main has the same imports as the main of a scaffolded operator.
package main

import (
	ctrl "sigs.k8s.io/controller-runtime"

	"example.com/webserver-operator/internal/controller"
)

func main() {
	manager, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		panic(err)
	}
	_ = controller.WebServerReconciler{Client: manager.GetClient()}
}

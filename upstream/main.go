// Command upstream answers what a Kubernetes API server would answer, by calling the API server's own packages, and what the
// code of an operator in Go says. It reads requests and writes responses as JSON lines on its standard streams; protocol.go
// describes them.
//
// It opens no network connection. It reads no files except for the operation `kustomize`, which reads below the folder
// that the request names.
package main

import (
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime/debug"

	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/capabilities"
)

func main() {
	emulate := flag.String("emulate", "", "emulate an older minor version of Kubernetes, such as 1.35")
	flag.Parse()
	stayOffline()
	limitMemory()
	// As --allow-privileged of nearly all clusters; Pod Security is another matter.
	capabilities.Setup(true, 0)

	out := newResponses(os.Stdout)
	hello := Hello{Protocol: protocolVersion, Kubernetes: kubernetesVersion()}
	if *emulate != "" {
		emulated, err := emulateVersion(*emulate)
		if err != nil {
			hello.Problem = &Problem{Code: "emulation", Message: err.Error()}
		}
		hello.Emulates = emulated
	}
	out.write(hello)
	if hello.Problem != nil {
		os.Exit(1)
	}
	if err := serve(os.Stdin, out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// stayOffline makes everything in this process fail that would use the network or start another program. kustomize fetches
// remote resources with the default transport, and clones repositories with the `git` of the PATH.
func stayOffline() {
	http.DefaultTransport = refusingTransport{}
	http.DefaultClient.Transport = refusingTransport{}
	os.Setenv("PATH", "")
	// Warnings of the packages belong in responses. Other lines would end up on the terminal of the user.
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	// Without it, errors are written to stderr nevertheless.
	flags := flag.NewFlagSet("klog", flag.ContinueOnError)
	klog.InitFlags(flags)
	_ = flags.Set("stderrthreshold", "FATAL")
}

type refusingTransport struct{}

func (refusingTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	return nil, fmt.Errorf("%s is not local, and remote resources are not fetched", request.URL.Redacted())
}

// kubernetesVersion returns the version of the linked Kubernetes packages, such as `1.36.3`.
func kubernetesVersion() string {
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		if module.Path == "k8s.io/kubernetes" {
			return module.Version[1:]
		}
	}
	return ""
}

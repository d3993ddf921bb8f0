// A control plane in one process: etcd, kube-apiserver, kube-controller-manager, kube-scheduler, and the nodes of kwok in
// the place of kubelets. Usage: operator-gen-cluster <file with the configuration as JSON>, or --version for that of Kubernetes.
//
// Each part that is in the configuration is started; a process can have all of them, or one. Standard output has one JSON
// object per line, a report; standard error has the logs of the parts. The process ends with SIGTERM, with its folder, after
// its lifetime, and with the first part that ends. While it runs, it locks the file <configuration>.lock, which has its process
// ID, so that one configuration has one process.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"go.etcd.io/etcd/client/pkg/v3/fileutil"
	"k8s.io/component-base/version"
)

// part is one component: what is started, and what others wait for.
type part struct {
	name string
	// run runs the part, and calls ready when it can be used. It returns only when the part fails: nothing stops a part but the
	// end of the process.
	run func(ready func()) error
}

// report is one line of the standard output.
type report struct {
	// Part is the name of the part in the configuration, or empty for the whole process.
	Part string `json:"part,omitempty"`
	// State is "ready", "failed" or "ended".
	State string `json:"state"`
	// Milliseconds since the start of the process.
	Milliseconds int64 `json:"milliseconds"`
	// Version of Kubernetes, when the whole process is ready.
	Version string `json:"version,omitempty"`
	// Reason is why it failed, or what ended it.
	Reason string `json:"reason,omitempty"`
}

var started = time.Now()

func say(part, state, reason string) {
	write(report{Part: part, State: state, Reason: reason})
}

func write(line report) {
	line.Milliseconds = time.Since(started).Milliseconds()
	// A caller that has gone does not read any more, which is no reason to end.
	_ = json.NewEncoder(os.Stdout).Encode(line)
}

func main() {
	// Otherwise a write to the standard output ends the process when its reader has gone.
	signal.Ignore(syscall.SIGPIPE)
	if len(os.Args) != 2 {
		say("", "failed", "usage: operator-gen-cluster <configuration>")
		os.Exit(2)
	}
	if os.Args[1] == "--version" {
		fmt.Println(version.Get().GitVersion)
		return
	}
	settings, err := readSettings(os.Args[1])
	if err == nil {
		err = lock(os.Args[1] + ".lock")
	}
	if err == nil {
		err = run(settings)
	}
	if err != nil {
		say("", "failed", err.Error())
		os.Exit(1)
	}
}

// locked keeps the lock for as long as the process runs, however it ends.
var locked *fileutil.LockedFile

func lock(path string) error {
	file, err := fileutil.TryLockFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if errors.Is(err, fileutil.ErrLocked) {
		return errors.New("another process runs with this configuration")
	}
	if err != nil {
		return err
	}
	locked = file
	if err := file.Truncate(0); err != nil {
		return err
	}
	_, err = fmt.Fprintln(file, os.Getpid())
	return err
}

// run returns with the first part that ends. A process that is told to end does so at once, as if it was killed: it has to
// start from what is left then in any case, and there is one way to end, not two.
func run(settings *settings) error {
	parts, err := partsOf(settings)
	if err != nil {
		return err
	}
	go endWith(settings)

	ends := make(chan error, len(parts))
	// One after the other: each part needs the one before it.
	for _, each := range parts {
		isReady := make(chan struct{})
		go func() {
			err := each.run(func() { close(isReady) })
			if err == nil {
				err = errors.New("it ended")
			}
			ends <- fmt.Errorf("%s: %w", each.name, err)
		}()
		select {
		case <-isReady:
			say(each.name, "ready", "")
		case err := <-ends:
			return err
		}
	}
	write(report{State: "ready", Version: version.Get().GitVersion})
	return <-ends
}

// endWith ends the process when it is told to, when its folder is gone or is another one, and when its time is over.
func endWith(settings *settings) {
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGTERM, os.Interrupt)
	var over <-chan time.Time
	if settings.Lifetime > 0 {
		over = time.After(time.Duration(settings.Lifetime) * time.Second)
	}
	look := time.NewTicker(500 * time.Millisecond)
	for {
		reason := ""
		select {
		case signal := <-told:
			reason = fmt.Sprintf("the signal %s", signal)
		case <-over:
			reason = fmt.Sprintf("its lifetime of %d s", settings.Lifetime)
		case <-look.C:
			if now, err := os.Stat(settings.Folder); err == nil && os.SameFile(now, settings.folder) {
				continue
			}
			reason = "its folder, which is gone"
		}
		say("", "ended", reason)
		os.Exit(0)
	}
}

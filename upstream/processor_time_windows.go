package main

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that this process has used.
func processorTime() time.Duration {
	var creation, exit, kernel, user syscall.Filetime
	process, err := syscall.GetCurrentProcess()
	if err != nil || syscall.GetProcessTimes(process, &creation, &exit, &kernel, &user) != nil {
		return 0
	}
	return inDuration(kernel) + inDuration(user)
}

// inDuration reads a Filetime as a duration, in units of 100 ns. Its own conversion is for dates.
func inDuration(time100 syscall.Filetime) time.Duration {
	return 100 * time.Duration(int64(time100.HighDateTime)<<32|int64(time100.LowDateTime))
}

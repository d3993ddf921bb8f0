//go:build unix

package main

import "syscall"

// nonBlocking keeps the opening of a pipe that took the place of a file from waiting.
const nonBlocking = syscall.O_NONBLOCK

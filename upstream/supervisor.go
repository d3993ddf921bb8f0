package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

// supervisor limits the time and the memory of requests. The packages of the API server cannot be interrupted, so a request
// that takes too long is answered with a problem, and its work is abandoned.
type supervisor struct {
	out   *responses
	mutex sync.Mutex
	// pending are the requests without an answer, by a number of their own.
	pending map[int64]*Request
	last    int64
	// working counts the requests that run, including those that were abandoned.
	working, abandoned int
}

// maxAbandoned limits the requests that still run after their answer. The process ends when there are more.
const maxAbandoned = 4

const checkInterval = 50 * time.Millisecond

// start runs a request, and calls `answered` when its response has been written.
func (s *supervisor) start(line []byte, answered func()) {
	request, err := parse(line)
	if err != nil {
		response := problem("bad-request", err.Error())
		response.ID = request.ID
		s.out.write(response)
		answered()
		return
	}
	key := s.begin(request)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan Response, 1)
	go func() { done <- answer(ctx, request) }()
	go func() {
		defer cancel()
		s.watch(key, request, len(line)+definitionBytes(request), done, cancel, answered)
	}()
}

// watch waits for a response, until the time is over, and then for the end of the work.
func (s *supervisor) watch(key int64, request *Request, bytes int, done <-chan Response, cancel func(), answered func()) {
	defer s.end()
	spent := s.meter(request, bytes)
	tick := time.NewTicker(checkInterval)
	defer tick.Stop()
	late := false
	for {
		select {
		case response := <-done:
			if late {
				s.addAbandoned(-1)
			} else {
				s.reply(key, response)
				answered()
			}
			return
		case <-tick.C:
			s.checkMemory()
			if reason := spent(); reason != "" && !late {
				late = true
				// Rules of CEL stop. Everything else runs on.
				cancel()
				s.addAbandoned(1)
				s.reply(key, problemOf(request, "timeout", reason))
				answered()
			}
		}
	}
}

// meter returns a function that returns why the time of a request is over, or an empty string. Processor time is counted,
// because a verdict must not depend on what else runs on the machine.
func (s *supervisor) meter(request *Request, bytes int) func() string {
	limit := processorTimeFor(request, bytes)
	started, processor := time.Now(), processorTime()
	return func() string {
		s.mutex.Lock()
		share := max(1, s.working)
		s.mutex.Unlock()
		if (processorTime()-processor)/time.Duration(share) > limit {
			return fmt.Sprintf("it takes more than %.1f s of processor time", limit.Seconds())
		}
		if time.Since(started) > maxDuration {
			return fmt.Sprintf("it takes longer than %.0f s", maxDuration.Seconds())
		}
		return ""
	}
}

func (s *supervisor) begin(request *Request) int64 {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.last++
	s.working++
	s.pending[s.last] = request
	return s.last
}

func (s *supervisor) end() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.working--
}

func (s *supervisor) addAbandoned(count int) {
	s.mutex.Lock()
	s.abandoned += count
	tooMany := s.abandoned > maxAbandoned
	s.mutex.Unlock()
	if tooMany {
		s.exit("timeout", "requests before it take too long")
	}
}

func (s *supervisor) reply(key int64, response Response) {
	s.mutex.Lock()
	request, waiting := s.pending[key]
	delete(s.pending, key)
	s.mutex.Unlock()
	if waiting {
		response.ID = request.ID
		s.out.write(response)
	}
}

// problemOf returns the problem with a request, and what it is working on.
func problemOf(request *Request, code, message string) Response {
	response := problem(code, message)
	if reading := request.reading.Load(); reading != nil {
		response.Problem.Reading = *reading
	}
	return response
}

// checkMemory ends the process before it takes all memory of the machine.
func (s *supervisor) checkMemory() {
	used := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(used)
	if limit := maxMemory(); used[0].Value.Uint64()-used[1].Value.Uint64() > limit {
		s.exit("memory", fmt.Sprintf("it takes more than %d MiB of memory", limit>>20))
	}
}

// exit answers the requests that are running, one of which is the cause, and ends the process.
func (s *supervisor) exit(code, message string) {
	s.mutex.Lock()
	for _, request := range s.pending {
		response := problemOf(request, code, message)
		response.ID = request.ID
		s.out.write(response)
	}
	os.Exit(3)
}

// maxMemory is half as much again as the limit that the garbage collector keeps to as long as it can.
func maxMemory() uint64 {
	return uint64(debug.SetMemoryLimit(-1)) / 2 * 3
}

// limitMemory sets the limit of the garbage collector, unless the environment has set it. A stack that is too large is found by
// checkMemory, because Go would end the process without an answer.
func limitMemory() {
	debug.SetMaxStack(math.MaxInt)
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(defaultMemory)
	}
}

package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"sync"
)

// serve answers the requests of `in` until it ends. Requests run in parallel, one for each processor.
func serve(in io.Reader, out *responses) error {
	reader := bufio.NewReaderSize(in, 1<<16)
	slots := make(chan struct{}, runtime.NumCPU())
	var running sync.WaitGroup
	defer running.Wait()
	for {
		line, err := reader.ReadBytes('\n')
		if len(line) > 0 {
			slots <- struct{}{}
			running.Go(func() {
				defer func() { <-slots }()
				out.write(answer(line))
			})
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

var operations = map[string]func(*Request) Response{
	"object":    object,
	"costs":     costs,
	"kustomize": kustomize,
}

func answer(line []byte) (response Response) {
	var request Request
	defer func() {
		// A defect of a package is a problem of one request.
		if cause := recover(); cause != nil {
			response = problem("internal", fmt.Sprint(cause, "\n", string(debug.Stack())))
		}
		response.ID = request.ID
	}()
	if err := json.Unmarshal(line, &request); err != nil {
		return problem("bad-request", err.Error())
	}
	run, ok := operations[request.Operation]
	if !ok {
		return problem("bad-request", fmt.Sprintf("there is no operation %q", request.Operation))
	}
	return run(&request)
}

func problem(code, message string) Response {
	return Response{Problem: &Problem{Code: code, Message: message}}
}

// responses writes whole lines.
type responses struct {
	mutex   sync.Mutex
	encoder *json.Encoder
}

func newResponses(out io.Writer) *responses {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return &responses{encoder: encoder}
}

func (r *responses) write(value any) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	// The reader of the output may be gone. Then there is nobody to tell.
	_ = r.encoder.Encode(value)
}

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
)

// serve answers the requests of `in` until it ends. Requests run in parallel, one for each processor.
func serve(in io.Reader, out *responses) error {
	reader := bufio.NewReaderSize(in, 1<<16)
	slots := make(chan struct{}, runtime.NumCPU())
	all := &supervisor{out: out, pending: map[int64]*Request{}}
	var unanswered sync.WaitGroup
	defer unanswered.Wait()
	for {
		line, err := readLine(reader)
		if len(line) > 0 {
			slots <- struct{}{}
			unanswered.Add(1)
			all.start(line, func() {
				<-slots
				unanswered.Done()
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

// readLine reads a line, but no more than the beginning of one that is longer than a request can be.
func readLine(reader *bufio.Reader) (line []byte, err error) {
	for {
		part, err := reader.ReadSlice('\n')
		if len(line) <= maxLineBytes {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

var operations = map[string]func(context.Context, *Request) Response{
	"object":    object,
	"define":    define,
	"costs":     costs,
	"kustomize": kustomize,
	"go":        goCode,
}

// parse returns the request in a line. Its ID is set if it can be found, whatever the error is.
func parse(line []byte) (*Request, error) {
	request := &Request{}
	if len(line) > maxLineBytes {
		request.ID = idIn(line)
		return request, fmt.Errorf("the request has more than %d bytes", maxLineBytes)
	}
	if err := json.Unmarshal(line, request); err != nil {
		request.ID = idIn(line)
		return request, err
	}
	if operations[request.Operation] == nil {
		return request, fmt.Errorf("there is no operation %q", request.Operation)
	}
	return request, nil
}

var firstMember = regexp.MustCompile(`^\s*\{\s*"id"\s*:\s*(\d{1,9})\s*[,}]`)

func idIn(line []byte) int {
	found := firstMember.FindSubmatch(line[:min(len(line), 100)])
	if found == nil {
		return 0
	}
	id, _ := strconv.Atoi(string(found[1]))
	return id
}

func answer(ctx context.Context, request *Request) (response Response) {
	defer func() {
		// A defect of a package is a problem of one request.
		if cause := recover(); cause != nil {
			fmt.Fprintf(os.Stderr, "%v\n%s\n", cause, debug.Stack())
			response = problem("internal", fmt.Sprint(cause))
		}
	}()
	return operations[request.Operation](ctx, request)
}

func problem(code, message string) Response {
	return Response{Problem: &Problem{Code: code, Message: message}}
}

// responses writes whole lines.
type responses struct {
	mutex sync.Mutex
	out   io.Writer
}

func newResponses(out io.Writer) *responses {
	return &responses{out: out}
}

func (r *responses) write(value any) {
	line, err := encode(value)
	if response, ok := value.(Response); ok && (err != nil || len(line) > maxLineBytes) {
		shorter := problem("too-large", fmt.Sprintf("the response has more than %d bytes", maxLineBytes))
		if err != nil {
			shorter = problem("internal", err.Error())
		}
		shorter.ID = response.ID
		line, _ = encode(shorter)
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	// The reader of the output may be gone. Then there is nobody to tell.
	_, _ = r.out.Write(line)
}

func encode(value any) ([]byte, error) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return line.Bytes(), err
}

package main

import (
	"context"

	"operator-gen.test/upstream/gocode"
)

// goCode answers what the code of an operator in Go says about it. It reads nothing but the request.
func goCode(_ context.Context, request *Request) Response {
	reads := func(name string) { request.reading.Store(&name) }
	return Response{Go: gocode.Read(request.Module, request.Folder, request.Files, request.LeftOut, request.Alone, reads)}
}

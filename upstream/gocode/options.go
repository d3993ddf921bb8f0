package gocode

import (
	"go/ast"
	"go/constant"
	"go/token"
	"math"
	"strconv"
	"strings"
)

var booleanOptions = map[string]string{
	"NeedLeaderElection": "needLeaderElection",
	"RecoverPanic":       "recoverPanic",
	"EnableWarmup":       "enableWarmup",
	"UsePriorityQueue":   "usePriorityQueue",
}

var durationOptions = map[string]string{
	"CacheSyncTimeout":      "cacheSyncTimeout",
	"ReconciliationTimeout": "reconciliationTimeout",
}

// units are units of time in milliseconds.
var units = map[string]int64{"Millisecond": 1, "Second": 1000, "Minute": 60_000, "Hour": 3_600_000}

const (
	// longestTime is the longest time that a timer of Node.js can wait, in milliseconds.
	longestTime = math.MaxInt32
	// mostReconciles limits the number of workers: more are not written by hand.
	mostReconciles = 999_999
)

// optionsIn returns the options of a literal, `controller.Options{MaxConcurrentReconciles: 4}`, and the keys of those that are
// not known; false for another expression.
func (p *program) optionsIn(f *file, expr ast.Expr) (options Options, unread []keyed, ok bool) {
	literal := optionsLiteral(expr)
	if literal == nil {
		return nil, nil, false
	}
	for _, each := range keysOf(literal) {
		if found, ok := p.optionOf(f, each); ok {
			options = append(options, found)
		} else {
			unread = append(unread, each)
		}
	}
	return options, unread, true
}

// optionsLiteral returns a literal of options of another package.
func optionsLiteral(expr ast.Expr) *ast.CompositeLit {
	literal := literalOf(expr)
	if literal == nil || literal.Type == nil {
		return nil
	}
	ident := lastName(literal.Type)
	if ident == nil || !strings.HasSuffix(ident.Name, "Options") || !isQualified(literal.Type, ident.Name) {
		return nil
	}
	return literal
}

// with returns options with others, which replace those of the same names.
func (o Options) with(others Options) Options {
	for _, each := range others {
		o = append(o.without(each.Name), each)
	}
	return o
}

func (o Options) without(name string) (kept Options) {
	for _, each := range o {
		if each.Name != name {
			kept = append(kept, each)
		}
	}
	return kept
}

func (p *program) optionOf(f *file, each keyed) (Option, bool) {
	if each.key.Name == "MaxConcurrentReconciles" {
		count, ok := p.integer(each.value)
		return Option{"maxConcurrentReconciles", count}, ok && count > 0 && count <= mostReconciles
	}
	if known := booleanOptions[each.key.Name]; known != "" {
		value, ok := p.boolean(each.value)
		return Option{known, value}, ok
	}
	if known := durationOptions[each.key.Name]; known != "" {
		time, ok := p.milliseconds(f, each.value)
		return Option{known, time}, ok && time > 0 && time <= longestTime
	}
	return Option{}, false
}

// integer returns the value of a constant.
func (p *program) integer(expr ast.Expr) (int64, bool) {
	if literal, ok := ast.Unparen(expr).(*ast.BasicLit); ok && literal.Kind == token.INT {
		return constant.Int64Val(constant.MakeFromLiteral(literal.Value, token.INT, 0))
	}
	value := p.info.Types[expr].Value
	if value == nil || value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(value)
}

// boolean returns the value of a constant, or of a pointer to it: `ptr.To(true)`.
func (p *program) boolean(expr ast.Expr) (bool, bool) {
	if made, ok := ast.Unparen(expr).(*ast.CallExpr); ok && len(made.Args) == 1 && isQualified(made.Fun, "To", "Bool", "BoolPtr") {
		expr = made.Args[0]
	}
	if ident, ok := expr.(*ast.Ident); ok && (ident.Name == "true" || ident.Name == "false") {
		return ident.Name == "true", true
	}
	value := p.info.Types[expr].Value
	if value == nil || value.Kind() != constant.Bool {
		return false, false
	}
	return constant.BoolVal(value), true
}

// constantOf returns a text, a boolean or a number as a text; nil if it is known only at run time.
func (p *program) constantOf(f *file, expr ast.Expr) *string {
	text, ok := p.textOf(f, expr)
	if value, isBoolean := p.boolean(expr); !ok && isBoolean {
		text, ok = strconv.FormatBool(value), true
	}
	if value, isNumber := p.integer(expr); !ok && isNumber {
		text, ok = strconv.FormatInt(value, 10), true
	}
	if !ok {
		return nil
	}
	return &text
}

// milliseconds returns a time: `2 * time.Minute`.
func (p *program) milliseconds(f *file, expr ast.Expr) (int64, bool) {
	switch each := ast.Unparen(expr).(type) {
	case *ast.BinaryExpr:
		one, isOne := p.factor(f, each.X)
		other, isOther := p.factor(f, each.Y)
		isProduct := each.Op == token.MUL && isOne && isOther && one > 0 && other > 0 && one <= longestTime/other
		return one * other, isProduct && (p.isTime(f, each.X) || p.isTime(f, each.Y))
	default:
		if !p.isTime(f, expr) {
			return 0, false
		}
		return p.factor(f, expr)
	}
}

func (p *program) isTime(f *file, expr ast.Expr) bool {
	found, ok := p.nameOf(f, expr)
	return ok && found.path == "time"
}

// factor returns a number or a unit of time.
func (p *program) factor(f *file, expr ast.Expr) (int64, bool) {
	if found, ok := p.nameOf(f, expr); ok && found.path == "time" {
		unit, isUnit := units[found.name]
		return unit, isUnit
	}
	return p.integer(expr)
}

package gocode

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"
)

// value is what is known of the value of an expression: the flag that sets it, a constant, and what is assigned to the variable
// after the flags are parsed.
type value struct {
	flag string
	// constant is the default of the flag, or the value without one; nil if it is known only at run time.
	constant *string
	later    []assignment
}

// mostAssignments limits the assignments to a variable that are read.
const mostAssignments = 100

// valueAt returns what is known of the value of an expression at its place.
func (p *program) valueAt(f *file, expr ast.Expr) (found value) {
	flag := p.flagWith(f, expr)
	variable, declaring := p.target(f, expr), f
	if flag == nil {
		found.constant = p.constantOf(f, expr)
		if _, isVariable := variable.object.(*types.Var); !isVariable && variable.object != nil {
			return found
		}
		if found.constant == nil {
			found.constant = p.firstOf(f, expr)
		}
	} else {
		found.flag, found.constant = flag.Name, p.fallbackOf(flag)
		variable, declaring = flag.target, flag.file
	}
	all := p.assignmentsTo(declaring, variable)
	if len(all) > mostAssignments {
		return value{later: all[:1]}
	}
	for _, each := range all {
		switch p.momentOf(each, flag, f, expr) {
		case before:
			found.constant = p.defaultWith(each, flag, found.constant)
		case after:
			found.later = append(found.later, each)
		}
	}
	return found
}

// fallbackOf returns the default of a flag; nil if it is known only at run time.
func (p *program) fallbackOf(flag *Flag) *string {
	if flag.usual == nil {
		return nil
	}
	variable := p.target(flag.file, flag.usual)
	if _, isVariable := variable.object.(*types.Var); !isVariable {
		return p.constantOf(flag.file, flag.usual)
	}
	for _, each := range p.assignmentsTo(flag.file, variable) {
		around := each.file.functionAround(each.node)
		isLater := around == flag.file.functionAround(flag.call) && each.node.Pos() > flag.call.Pos()
		if parsed := p.parses(each.file, around); !each.isFirst && !isLater && (len(parsed) == 0 || parsed[0] > each.node.Pos()) {
			return nil
		}
	}
	if first := p.firstOf(flag.file, flag.usual); first != nil {
		return first
	}
	return p.literalOfField(variable.object)
}

// defaultWith returns the default of a flag after an assignment to its variable in front of the parsing.
func (p *program) defaultWith(each assignment, flag *Flag, known *string) *string {
	constant := p.assignedConstant(each)
	declared := flag.file.functionAround(flag.call)
	isOrdered := declared == nil || isStart(declared) || declared == each.file.functionAround(each.node)
	if areSame(constant, known) || constant != nil && isOrdered && !each.file.isConditional(each.node) {
		return constant
	}
	return nil
}

func (p *program) assignedConstant(each assignment) *string {
	if each.value == nil {
		return nil
	}
	return p.constantOf(each.file, each.value)
}

func areSame(one, other *string) bool {
	return one != nil && other != nil && *one == *other
}

// assignmentsIn returns the later assignments of a value that is used at a place, with their conditions.
func (p *program) assignmentsIn(of value, f *file, used ast.Node) (found []Assignment) {
	for _, each := range of.later {
		conditions := p.conditionsOf(each.file, each.node)
		if !p.isReached(each, f, used) {
			conditions = append(conditions, Condition{})
		}
		found = append(found, Assignment{p.assignedConstant(each), conditions})
	}
	return found
}

// isReached tells whether the function around an assignment is certain to have run at a place.
func (p *program) isReached(each assignment, f *file, used ast.Node) bool {
	around := each.file.functionAround(each.node)
	return around != nil && each.value != nil && (isStart(around) || around == f.functionAround(used))
}

// settled returns a flag and a constant that stand for a value; none of them if that is known only at run time.
func (p *program) settled(of value, f *file, used ast.Node) (flag string, constant *string) {
	flag, constant = of.flag, of.constant
	for _, each := range of.later {
		given := p.assignedConstant(each)
		if flag == "" && areSame(given, constant) {
			continue
		}
		flag, constant = "", nil
		if !each.file.isConditional(each.node) && p.isReached(each, f, used) {
			constant = given
		}
	}
	return flag, constant
}

// formatted returns the text of `fmt.Sprintf(":%d", port)` and of `strconv.Itoa(port)`.
func (p *program) formatted(f *file, call *ast.CallExpr) (string, bool) {
	called, ok := p.nameOf(f, call.Fun)
	if ok && called.path == "strconv" && called.name == "Itoa" && len(call.Args) == 1 {
		number, isKnown := p.integer(call.Args[0])
		return strconv.FormatInt(number, 10), isKnown
	}
	if !ok || called.path != "fmt" || called.name != "Sprintf" || len(call.Args) == 0 {
		return "", false
	}
	format, ok := p.textOf(f, call.Args[0])
	given := call.Args[1:]
	parts := strings.Split(format, "%")
	if !ok || len(parts) != len(given)+1 {
		return "", false
	}
	text := strings.Builder{}
	text.WriteString(parts[0])
	for index, part := range parts[1:] {
		if part == "" || text.Len() > longestText {
			return "", false
		}
		value, ok := p.printed(f, part[0], given[index])
		if !ok {
			return "", false
		}
		text.WriteString(value + part[1:])
	}
	return text.String(), text.Len() <= longestText
}

// printed returns a value as a verb prints it.
func (p *program) printed(f *file, verb byte, given ast.Expr) (string, bool) {
	number, isNumber := p.integer(given)
	text, isText := p.textOf(f, given)
	switch {
	case isNumber && (verb == 'd' || verb == 'v'):
		return strconv.FormatInt(number, 10), true
	case isText && (verb == 's' || verb == 'v'):
		return text, true
	}
	return "", false
}

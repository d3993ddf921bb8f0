package gocode

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strings"
)

var (
	// flagPackages declare flags, and commandPackages have types that do, in addition to sets of flags.
	flagPackages    = []string{"flag", "github.com/spf13/pflag"}
	commandPackages = []string{"github.com/spf13/cobra", "k8s.io/component-base/cli/flag"}
	otherPackages   = regexp.MustCompile(`\b(?:urfave/cli|kingpin)\b`)
	// flagMethod are the methods that declare flags: `String`, `StringVar`, `StringVarP`, `Var`, `Func`.
	flagMethod = regexp.MustCompile(`^(?:(?:Bool|Uint|Int|Uint8|Uint16|Uint32|Uint64|Int8|Int16|Int32|Int64|Float32|Float64|String|Duration|IP|IPMask|IPNet|Count|Text|Time|Func|BoolFunc|BytesHex|BytesBase64|StringToString|StringToInt|StringToInt64)(?:Slice|Array)?(?:Var)?P?|VarP?F?)$`)
	// switchMethod are those whose flags need no value.
	switchMethod = regexp.MustCompile(`^(?:Bool|Count)(?:Func|Var)?P?$`)
	flagName     = regexp.MustCompile(`^[A-Za-z][\w.-]*$`)
	cliFlag      = regexp.MustCompile(`^\w+Flag$`)
)

// target is the variable that has the value of a flag.
type target struct {
	object types.Object
	// code is that of the variable, and name its last part.
	code, name string
}

func (p *program) target(f *file, expr ast.Expr) (found target) {
	if expr == nil {
		return found
	}
	expr = dereferenced(expr)
	ident := lastName(expr)
	if ident == nil || ident.Name == "_" {
		return found
	}
	return target{p.object(expr), p.code(f, expr), ident.Name}
}

// flagsIn returns the flags that a file declares: with the packages `flag` and `pflag`, sets of flags, commands, or in
// literals.
func (p *program) flagsIn(f *file) (found []Flag) {
	declares := f.importsAny(func(each string) bool { return isAny(each, flagPackages) || isAny(each, commandPackages) })
	others := f.importsAny(otherPackages.MatchString)
	if !declares && !others {
		return nil
	}
	ast.Inspect(f.syntax, func(node ast.Node) bool {
		switch each := node.(type) {
		case *ast.CallExpr:
			if flag := p.declaredFlag(f, each); declares && flag != nil {
				found = append(found, *flag)
			}
			if others && len(each.Args) > 0 && isQualified(each.Fun, "Flag") {
				found = append(found, p.namedFlag(f, each.Args[0]))
			}
		case *ast.CompositeLit:
			if name := valueOf(each, "Name"); others && name != nil && p.isCliFlag(f, each.Type) {
				found = append(found, p.namedFlag(f, name))
			}
		}
		return true
	})
	return found
}

func (f *file) importsAny(is func(string) bool) bool {
	for _, each := range f.imports {
		if is(each) {
			return true
		}
	}
	return false
}

func isAny(text string, of []string) bool {
	for _, each := range of {
		if each == text {
			return true
		}
	}
	return false
}

func (p *program) isCliFlag(f *file, of ast.Expr) bool {
	if of == nil {
		return false
	}
	found, ok := p.nameOf(f, of)
	return ok && otherPackages.MatchString(found.path) && cliFlag.MatchString(found.name)
}

func (p *program) namedFlag(f *file, name ast.Expr) Flag {
	text, _ := p.textOf(f, name)
	return Flag{Name: text, Code: p.code(f, name), Position: p.at(name.Pos())}
}

// declaredFlag returns the flag that a call declares.
func (p *program) declaredFlag(f *file, each *ast.CallExpr) *Flag {
	selector, ok := each.Fun.(*ast.SelectorExpr)
	if !ok || !flagMethod.MatchString(selector.Sel.Name) {
		return nil
	}
	from, isPackage := p.importPath(f, selector.X)
	if isPackage && !isAny(from, flagPackages) {
		return nil
	}
	name, given := selector.Sel.Name, each.Args
	hasVariable := strings.Contains(name, "Var")
	isShort := name != "IP" && strings.HasSuffix(strings.TrimSuffix(name, "F"), "P")
	least, index := 3, 0
	if strings.HasPrefix(name, "Count") || strings.HasPrefix(name, "Var") {
		least = 2
	}
	if hasVariable {
		least, index = least+1, 1
	}
	if isShort {
		least++
	}
	if len(given) < least {
		return nil
	}
	flag := p.namedFlag(f, given[index])
	// Other packages have methods of these names, too.
	if (flag.Name == "" && !isPackage) || (flag.Name != "" && !flagName.MatchString(flag.Name)) || !p.isUsage(f, usageIn(name, given)) {
		return nil
	}
	if hasVariable {
		flag.target = p.target(f, given[0])
	} else {
		flag.target = p.target(f, f.assigned(each))
	}
	flag.IsSwitch = switchMethod.MatchString(name)
	if isShort {
		index++
		flag.Shorthand, _ = p.textOf(f, given[index])
	}
	flag.call, flag.file = each, f
	// The others have a value that says itself what it is, or none.
	if !strings.HasPrefix(name, "Var") && !strings.HasPrefix(name, "Count") && !strings.Contains(name, "Func") {
		flag.usual = given[index+1]
	}
	return &flag
}

func usageIn(name string, given []ast.Expr) ast.Expr {
	if strings.Contains(name, "Func") {
		return given[len(given)-2]
	}
	return given[len(given)-1]
}

// isUsage tells whether an expression can be a description: a text, or one that is put together.
func (p *program) isUsage(f *file, expr ast.Expr) bool {
	if _, ok := p.textOf(f, expr); ok {
		return true
	}
	switch each := ast.Unparen(expr).(type) {
	case *ast.CallExpr:
		return true
	case *ast.BinaryExpr:
		return each.Op == token.ADD
	}
	return false
}

// foreignFlagsIn returns the calls that declare the flags of other packages: `klog.InitFlags(nil)`.
func (p *program) foreignFlagsIn(f *file) (found []Named) {
	ast.Inspect(f.syntax, func(node ast.Node) bool {
		each, ok := node.(*ast.CallExpr)
		if !ok || !isQualified(each.Fun, "InitFlags", "AddFlags", "BindFlags") {
			return true
		}
		selector := each.Fun.(*ast.SelectorExpr)
		if from, isPackage := p.importPath(f, selector.X); isPackage {
			if _, isOwn := p.folderOf(from); !isOwn {
				found = append(found, Named{p.code(f, selector.X) + "." + selector.Sel.Name, p.at(each.Pos())})
			}
		}
		return true
	})
	return found
}

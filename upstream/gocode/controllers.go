package gocode

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
)

const (
	controllerPackage = "sigs.k8s.io/controller-runtime/pkg/controller"
	// mostControllers limits the controllers of a file, and mostIndexes the indexes of a function: more are not written by hand.
	mostControllers, mostIndexes = 100, 100
)

// controllersIn returns the controllers that a file builds with `NewControllerManagedBy` or creates with `controller.New`.
func (p *program) controllersIn(f *file) (found []Controller) {
	var built, raw []*ast.CallExpr
	ast.Inspect(f.syntax, func(node ast.Node) bool {
		if each, ok := node.(*ast.CallExpr); ok {
			if ident := lastName(each.Fun); ident != nil && builderName.MatchString(ident.Name) {
				built = append(built, each)
			}
			if name, ok := p.nameOf(f, each.Fun); ok && name.path == controllerPackage && (name.name == "New" || name.name == "NewTyped") {
				raw = append(raw, each)
			}
		}
		return true
	})
	for _, each := range built[:min(len(built), mostControllers)] {
		found = p.withAnother(found, p.builtController(f, each))
	}
	for _, each := range raw[:min(len(raw), mostControllers)] {
		found = append(found, p.rawController(f, each))
	}
	return found
}

var builderName = regexp.MustCompile(`^(?:New)?(?:Typed)?ControllerManagedBy$`)

// withAnother adds a controller, unless it is another way in which the same function builds the one before it.
func (p *program) withAnother(all []Controller, next Controller) []Controller {
	index := slices.IndexFunc(all, func(each Controller) bool {
		return each.around == next.around && each.Receiver == next.Receiver && nameOfKind(each.Of) == nameOfKind(next.Of) &&
			(each.Name == nil || next.Name == nil || *each.Name == *next.Name)
	})
	if index < 0 {
		return append(all, next)
	}
	name := nameOfKind(next.Of)
	if name == "" {
		name = "the controller"
	}
	all[index].Unread = append(all[index].Unread, Marker{"another registration of " + name, next.Position})
	return all
}

func nameOfKind(of *Type) string {
	if of == nil {
		return ""
	}
	return of.Name
}

// builtController returns the controller of a builder.
func (p *program) builtController(f *file, start *ast.CallExpr) Controller {
	around := f.around(start)
	calls, passed := p.builderCalls(f, start, around)
	last := slices.IndexFunc(calls, isLast)
	from, given := f, ast.Expr(nil)
	if last >= 0 {
		from = calls[last].file
		if len(calls[last].Args) > 0 {
			given = calls[last].Args[0]
		}
	}
	found := p.controller(f, start, around, p.reconcilerOf(from, around, given))
	found.Position = p.at(lastName(start.Fun).Pos())
	for _, each := range calls {
		if !isLast(each) && !p.tell(&found, each) {
			found.Unread = append(found.Unread, p.unreadCall(each))
		}
	}
	for _, each := range passed {
		found.Unread = append(found.Unread, p.unreadCall(each))
	}
	if last < 0 {
		found.Unread = append(found.Unread, Marker{"what other functions add to the builder of a controller", found.Position})
	}
	return found
}

// controller returns a controller of which only its place and its reconciler are known.
func (p *program) controller(f *file, start *ast.CallExpr, around *ast.FuncDecl, reconciler *Reconciler) Controller {
	receiver := receiverOf(around)
	if reconciler != nil {
		receiver = reconciler.Type
	}
	p.used[reconciler] = true
	return Controller{
		Position: p.at(start.Pos()), Receiver: receiver, Reconciler: reconciler, IsBuilt: true,
		Indexes: p.indexesIn(f, around), around: around,
	}
}

func isLast(each call) bool { return each.name == "Complete" || each.name == "Build" }

// builderCalls returns the calls of a builder, also those of a variable that has it.
func (p *program) builderCalls(f *file, start *ast.CallExpr, around *ast.FuncDecl) (calls, passed []call) {
	calls, end := f.chainFrom(start)
	if slices.ContainsFunc(calls, isLast) {
		return calls, nil
	}
	later := p.doneWith(f, f.assigned(end), end.End(), around)
	return append(calls, later.calls...), later.passed
}

// doneWith returns what a function does with a variable after a place.
func (p *program) doneWith(f *file, variable ast.Expr, from token.Pos, around *ast.FuncDecl) (found done) {
	if variable == nil || around == nil {
		return found
	}
	object, ok := p.object(variable).(*types.Var)
	if ok {
		found.add(p, object, from, around.End(), map[*ast.FuncDecl]bool{around: true})
	}
	return found
}

// tell adds a call to a controller, and tells whether it is known.
func (p *program) tell(c *Controller, each call) bool {
	if len(each.Args) == 0 {
		return false
	}
	f, first := each.file, each.Args[0]
	switch each.name {
	case "Named":
		if name, ok := p.textOf(f, first); ok {
			c.Name = &name
			return true
		}
		return false
	case "WithOptions":
		options, unread, ok := p.optionsIn(f, first)
		c.Options = c.Options.with(options)
		for _, one := range unread {
			c.Unread = append(c.Unread, Marker{"WithOptions(" + one.key.Name + ")", p.at(one.key.Pos())})
		}
		return ok
	case "WithEventFilter":
		known, unread := p.predicatesIn(f, each.Args[:1])
		c.EventFilters = append(c.EventFilters, known...)
		for _, one := range unread {
			c.Unread = append(c.Unread, p.unreadPart(f, "WithEventFilter(", one))
		}
		return true
	case "WatchesRawSource":
		watch, unread := p.rawWatch(each)
		if watch != nil {
			c.Watches = append(c.Watches, *watch)
			c.Unread = append(c.Unread, unread...)
		}
		return watch != nil
	}
	return p.tellWatch(c, each)
}

// tellWatch adds the kind of a call to a controller, and tells whether it is known.
func (p *program) tellWatch(c *Controller, each call) bool {
	f, object := each.file, each.Args[0]
	isWatches := each.name == "Watches" || each.name == "WatchesMetadata"
	if !isWatches && each.name != "For" && each.name != "Owns" {
		return false
	}
	handler := &Handler{Is: "self"}
	from := 1
	if isWatches {
		if found := sourceOf(each); found != nil {
			object = found.object
		}
		if len(each.Args) < 2 {
			return false
		}
		handler, from = p.handlerIn(f, each.Args[1]), 2
	}
	kind := p.typeIn(f, object)
	if kind == nil || handler == nil {
		return false
	}
	options := p.watchOptions(each, from)
	c.Unread = append(c.Unread, options.unread...)
	if each.name == "For" {
		c.Of, c.Predicates = kind, options.predicates
		return true
	}
	watch := Watch{
		Type: kind, Position: p.at(each.pos), Handler: *handler, EveryOwner: options.everyOwner,
		MetadataOnly: each.name == "WatchesMetadata" || options.metadataOnly, Predicates: options.predicates,
	}
	if isWatches {
		c.Watches = append(c.Watches, watch)
	} else {
		c.Owns = append(c.Owns, watch)
	}
	return true
}

// indexesIn returns the fields that a function indexes.
func (p *program) indexesIn(f *file, around *ast.FuncDecl) (found []Index) {
	if around == nil {
		return nil
	}
	if known, ok := p.indexesOf[around]; ok {
		return known
	}
	defer func() { p.indexesOf[around] = found }()
	count := 0
	ast.Inspect(around, func(node ast.Node) bool {
		each, ok := node.(*ast.CallExpr)
		if !ok || !isCalled(each, "IndexField") {
			return true
		}
		if count++; count > mostIndexes || len(each.Args) < 3 {
			return count <= mostIndexes
		}
		kind := p.typeIn(f, each.Args[1])
		field, isKnown := p.textOf(f, each.Args[2])
		if kind != nil && isKnown {
			position := p.at(lastName(each.Fun).Pos())
			p.indexed[position] = true
			found = append(found, Index{kind, field, position})
		}
		return true
	})
	return found
}

// rawController returns the controller that `controller.New` creates, without a builder.
func (p *program) rawController(f *file, start *ast.CallExpr) Controller {
	around := f.around(start)
	var reconciled ast.Expr
	var options Options
	var unread []Marker
	var name *string
	if len(start.Args) > 0 {
		if text, ok := p.textOf(f, start.Args[0]); ok {
			name = &text
		} else {
			unread = append(unread, p.unreadPart(f, "controller.New(", start.Args[0]))
		}
	}
	if len(start.Args) > 1 {
		last := start.Args[len(start.Args)-1]
		read, others, ok := p.optionsIn(f, last)
		options = read
		if !ok {
			unread = append(unread, p.unreadPart(f, "controller.New(..., ", last))
		}
		for _, each := range others {
			if each.key.Name == "Reconciler" {
				reconciled = each.value
			} else {
				unread = append(unread, Marker{"controller.New(..., " + each.key.Name + ")", p.at(each.key.Pos())})
			}
		}
	}
	found := p.controller(f, start, around, p.reconcilerOf(f, around, reconciled))
	uses := p.doneWith(f, f.assigned(start), start.End(), around)
	found.Name, found.Options = name, Options{}.with(options)
	found.Unread = append(unread, p.addWatches(&found, uses.calls)...)
	for _, each := range uses.passed {
		found.Unread = append(found.Unread, p.unreadCall(each))
	}
	return found
}

// addWatches adds the kinds of the calls of `Watch`: the reconciled one is that whose own events reconcile it.
func (p *program) addWatches(c *Controller, calls []call) (unread []Marker) {
	var all []Watch
	for _, each := range calls {
		if each.name == "Start" || each.name == "GetLogger" {
			continue
		}
		var watch *Watch
		var parts []Marker
		if each.name == "Watch" {
			if watch, parts = p.rawWatch(each); watch == nil {
				watch, parts = p.wrappedWatch(each)
			}
		}
		if watch == nil {
			parts = []Marker{p.unreadCall(each)}
		} else {
			all = append(all, *watch)
		}
		unread = append(unread, parts...)
	}
	self := reconciledOf(all, c.Receiver)
	if self >= 0 {
		c.Of, c.Predicates = all[self].Type, all[self].Predicates
	}
	for index, each := range all {
		if isOwned := each.Handler.Is == "owner" && isSame(each.Handler.Of, c.Of); isOwned {
			each.EveryOwner = !*each.Handler.OnlyController
			c.Owns = append(c.Owns, each)
		} else if index != self {
			c.Watches = append(c.Watches, each)
		}
	}
	return unread
}

// reconciledOf returns the watch of the reconciled kind: the one after which the reconciler is named, the owner of others, or
// the first one.
func reconciledOf(all []Watch, receiver string) int {
	first, owner := -1, -1
	for index, each := range all {
		if each.Handler.Is != "self" {
			continue
		}
		kind := each.Type.Name
		if receiver == kind+"Reconciler" || receiver == kind+"Controller" || receiver == "Reconcile"+kind {
			return index
		}
		if first < 0 {
			first = index
		}
		isOwner := func(one Watch) bool { return one.Handler.Is == "owner" && isSame(one.Handler.Of, each.Type) }
		if owner < 0 && slices.ContainsFunc(all, isOwner) {
			owner = index
		}
	}
	if owner >= 0 {
		return owner
	}
	return first
}

func isSame(one, other *Type) bool {
	return one != nil && other != nil && one.Path == other.Path && one.Name == other.Name
}

import { describe, expect, it } from 'vitest';
import type { GoController } from '../../../../src/base/helper/go/answer.js';
import { readGo, readsGo } from '../../../support/go-code.js';
import { lanternController } from '../../../support/go-project.js';

const imports = `package a

import (
	"time"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)
`;

/** A file: its path and its text. */
type File = readonly [path: string, text: string];

const controllersIn = async (...files: readonly File[]): Promise<readonly GoController[]> =>
  (await readGo(Object.fromEntries(files))).controllers;

const controllers = (body: string): Promise<readonly GoController[]> =>
  controllersIn(['a.go', `${imports}\nfunc (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {\n${body}\n}\n`]);

describe.skipIf(!readsGo)('the controllers of a Go file', () => {
  const lanternRead = async (): Promise<GoController | undefined> =>
    (await controllersIn(['lantern.go', lanternController]))[0];

  it('have the kinds of their builder, and not those in comments', async () => {
    const lantern = await lanternRead();
    expect(lantern?.of).toEqual({ isOwn: true, path: 'example.com/lantern/api/v1', name: 'Lantern' });
    expect(lantern?.owns.map(({ type }) => type)).toEqual([
      { isOwn: false, path: 'k8s.io/api/apps/v1', name: 'Deployment' },
    ]);
    expect(lantern?.watches.map(({ type }) => type)).toEqual([
      { isOwn: false, path: 'k8s.io/api/core/v1', name: 'Secret' },
    ]);
  });

  it('have a name, a concurrency and the function of a watch', async () => {
    const lantern = await lanternRead();
    expect(lantern).toMatchObject({
      name: 'lantern-lighter',
      options: { maxConcurrentReconciles: 4 },
      receiver: 'LanternReconciler',
    });
    expect(lantern?.watches[0]?.handler).toEqual({ is: 'map', name: 'lanternsOf' });
  });

  it('have the predicates and options that the runtime has, too', async () => {
    const lantern = await lanternRead();
    expect(lantern?.predicates).toEqual([{ is: 'changed', what: 'generation' }]);
    expect(lantern?.unread).toEqual([]);
    const [found] = await controllers(`return ctrl.NewControllerManagedBy(mgr).For(&v1.Pod{}, builder.WithPredicates(
    predicate.Or(predicate.GenerationChangedPredicate{}, predicate.Not(predicate.TypedLabelChangedPredicate[*v1.Pod]{})))).
  Owns(&v1.Secret{}, builder.MatchEveryOwner, builder.OnlyMetadata).
  WithEventFilter(predicate.And(predicate.ResourceVersionChangedPredicate{}, r.isOurs)).
  WithOptions(controller.Options{NeedLeaderElection: ptr.To(false), RecoverPanic: ptr.To(true), CacheSyncTimeout: 2 * time.Minute}).
  Complete(r)`);
    const [changed, label] = ['generation', 'label'].map((what) => ({ is: 'changed', what }));
    expect(found?.predicates).toEqual([{ is: 'or', of: [changed, { is: 'not', of: [label] }] }]);
    expect(found?.owns).toMatchObject([{ everyOwner: true, metadataOnly: true }]);
    expect(found?.eventFilters).toEqual([{ is: 'changed', what: 'resourceVersion' }]);
    expect(found?.options).toEqual({ needLeaderElection: false, recoverPanic: true, cacheSyncTimeout: 120_000 });
    expect(found?.unread.map(({ text }) => text)).toEqual(['WithEventFilter(r.isOurs)']);
  });

  it('list what a skeleton does not have', async () => {
    const [found] = await controllers(`return ctrl.NewControllerManagedBy(mgr).
  For(&v1.Pod{}, builder.WithPredicates(predicate.Or(predicate.GenerationChangedPredicate{}, r.isOurs))).
  Owns(&v1.Secret{}, other.GenerationChangedPredicate{}).
  WithOptions(controller.Options{MaxConcurrentReconciles: r.workers, RateLimiter: limiter, CacheSyncTimeout: wait}).
  WithOptions(opts).
  Named(name).
  Complete(r)`);
    expect(found?.unread.map(({ text }) => text)).toEqual([
      'For(..., builder.WithPredicates(predicate.Or(predicate.GenerationChangedPredicate{}, r.isOurs)))',
      'Owns(..., other.GenerationChangedPredicate{})',
      'WithOptions(MaxConcurrentReconciles)',
      'WithOptions(RateLimiter)',
      'WithOptions(CacheSyncTimeout)',
      'WithOptions(opts)',
      'Named(name)',
    ]);
    expect(found).toMatchObject({ predicates: [], options: {} });
  });

  it('index the fields of the function that builds them', async () => {
    const [found] =
      await controllers(`if err := mgr.GetFieldIndexer().IndexField(ctx, &v1.Pod{}, "spec.nodeName", func(o client.Object) []string {
    return nil
  }); err != nil {
    return err
  }
  mgr.GetFieldIndexer().IndexField(ctx, kind, field, f)
  return ctrl.NewControllerManagedBy(mgr).For(&v1.Pod{}).Complete(r)`);
    expect(found?.indexes).toMatchObject([
      { type: { path: 'k8s.io/api/core/v1', name: 'Pod' }, field: 'spec.nodeName' },
    ]);
  });

  it('can be built with a variable', async () => {
    const [found] = await controllers(
      'b := ctrl.NewControllerManagedBy(mgr).For(&v1.Pod{})\nif true {\n  b = b.Owns(new(appsv1.Deployment))\n}\nreturn b.Complete(r)',
    );
    expect(found?.of?.name).toBe('Pod');
    expect(found?.owns.map(({ type }) => type.name)).toEqual(['Deployment']);
  });

  it('know the handlers of owners and of the objects themselves', async () => {
    const [found] = await controllers(
      `return ctrl.NewControllerManagedBy(mgr).Named("x").
  Watches(&v1.Pod{}, handler.EnqueueRequestForOwner(mgr.GetScheme(), mgr.GetRESTMapper(), &appsv1.Deployment{}, handler.OnlyControllerOwner())).
  Watches(&v1.Secret{}, &handler.EnqueueRequestForObject{}).
  Watches(&v1.Node{}, other.Handler()).
  Complete(r)`,
    );
    expect(found?.watches.map(({ handler }) => handler)).toEqual([
      { is: 'owner', of: { isOwn: false, path: 'k8s.io/api/apps/v1', name: 'Deployment' }, onlyController: true },
      { is: 'self' },
    ]);
    expect(found?.unread.map(({ text }) => text)).toEqual(['Watches(&v1.Node{}, other.Handler())']);
  });

  it('list what a function outside of the project or another function adds to a builder', async () => {
    const [found, other] = await controllers(
      'b := ctrl.NewControllerManagedBy(mgr).For(&v1.Pod{})\nother.AddMore(b, 3)\nreturn b.Complete(r)\n}\n\nfunc start(mgr ctrl.Manager) *builder.Builder {\nreturn ctrl.NewControllerManagedBy(mgr).For(&v1.Secret{})',
    );
    expect(found?.unread.map(({ text }) => text)).toEqual(['AddMore(b, 3)']);
    expect(other?.unread.map(({ text }) => text)).toEqual(['what other functions add to the builder of a controller']);
  });

  it('are not read from a file with a syntax error', async () => {
    expect(await controllersIn(['a.go', `${lanternController}\n}`])).toEqual([]);
  });
});

/** A file of a package, with the imports of controllers. */
function packageFile(path: string, body: string): File {
  const more = [
    'sigs.k8s.io/controller-runtime/pkg/controller',
    'sigs.k8s.io/controller-runtime/pkg/reconcile',
    'sigs.k8s.io/controller-runtime/pkg/source',
    'example.com/util',
  ];
  const header = imports
    .replace('package a', `package ${path.split('/', 1)[0]}`)
    .replace(')\n', `${more.map((each) => `\t"${each}"\n`).join('')})\n`);
  return [path, `${header}\n${body}\n`];
}

const texts = (found: GoController | undefined): readonly (string | undefined)[] =>
  (found?.unread ?? []).map(({ text }) => text);

describe.skipIf(!readsGo)('builders that are passed to functions', () => {
  const setup = packageFile(
    'a/setup.go',
    `func (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	b := ctrl.NewControllerManagedBy(mgr).For(&v1.Pod{})
	addMore(b)
	r.addRest(mgr, b)
	util.Watch(b)
	return b.Complete(r)
}`,
  );
  const more = packageFile(
    'a/more.go',
    `func addMore(builder *builder.Builder) {
	builder.Owns(&v1.Secret{})
	addMore(builder)
}

func (r *Reconciler) addRest(mgr ctrl.Manager, b *builder.Builder) { b.Owns(kind).Owns(&v1.ConfigMap{}) }

type Reconciler struct{}

func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {}`,
  );
  const util = packageFile('util/util.go', 'func Watch(b *builder.Builder) { b.Owns(&appsv1.Deployment{}) }');

  it('have the kinds of these functions, also in other files and packages of the project', async () => {
    const [found, ...others] = await controllersIn(setup, more, util);
    expect(others).toEqual([]);
    expect(found?.owns.map(({ type, position }) => [type.name, position.file])).toEqual([
      ['Secret', 'a/more.go'],
      ['ConfigMap', 'a/more.go'],
      ['Deployment', 'util/util.go'],
    ]);
    expect(found?.unread).toMatchObject([{ text: 'Owns(kind)', position: { file: 'a/more.go' } }]);
    expect(found?.reconciler?.position.file).toBe('a/more.go');
  });
});

describe.skipIf(!readsGo)('controllers without a builder', () => {
  const reconcile =
    'type PodReconciler struct{}\n\nfunc (r *PodReconciler) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {}';
  const raw = (body: string, ...others: readonly File[]): Promise<readonly GoController[]> =>
    controllersIn(
      packageFile('a/raw.go', `func Add(mgr ctrl.Manager, r reconcile.Reconciler) error {\n${body}\n}\n\n${reconcile}`),
      ...others,
    );

  it('have the name, the options, the reconciler and the watches of controller.New', async () => {
    const [found, ...others] = await raw(`c, err := controller.New("pods", mgr, controller.Options{
	Reconciler: util.Delayed(&PodReconciler{}), MaxConcurrentReconciles: 4, RateLimiter: limiter})
if err != nil {
	return err
}
c.Watch(source.Kind(cache, &v1.Secret{}, &handler.TypedEnqueueRequestForObject[*v1.Secret]{}))
c.Watch(source.Kind(cache, &v1.Pod{}, &handler.EnqueueRequestForObject{}, predicate.GenerationChangedPredicate{}))
c.Watch(source.Kind(cache, &v1.ConfigMap{}, handler.TypedEnqueueRequestForOwner[*v1.ConfigMap](scheme, mapper, &v1.Pod{}, handler.OnlyControllerOwner())))
c.Watch(source.Kind(cache, &v1.Service{}, handler.EnqueueRequestForOwner(scheme, mapper, &v1.Pod{})))
c.Watch(source.Kind(cache, &v1.Node{}, handler.TypedEnqueueRequestsFromMapFunc(r.podsOf)), filter)
c.Watch(&source.Channel{})
start(c)
c.Start(ctx)`);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      ...{ name: 'pods', receiver: 'PodReconciler', of: { name: 'Pod' }, options: { maxConcurrentReconciles: 4 } },
      ...{ isBuilt: true, reconciler: { type: 'PodReconciler' }, predicates: [{ is: 'changed', what: 'generation' }] },
      owns: [
        { type: { name: 'ConfigMap' }, everyOwner: false },
        { type: { name: 'Service' }, everyOwner: true },
      ],
      watches: [
        { type: { name: 'Secret' }, handler: { is: 'self' } },
        { type: { name: 'Node' }, handler: { is: 'map', name: 'podsOf' } },
      ],
    });
    expect(texts(found)).toEqual([
      'controller.New(..., RateLimiter)',
      'Watch(..., filter)',
      'Watch(&source.Channel{})',
      'start(c)',
    ]);
  });

  it('have the watches of earlier releases, and list handlers that wrap others', async () => {
    const [found] = await raw(`c, err := controller.New(name, mgr, options)
c.Watch(&source.Kind{Type: &v1.Pod{}}, wrapped(&handler.EnqueueRequestForObject{}))
c.Watch(&source.Kind{Type: &v1.Secret{}}, &handler.EnqueueRequestForOwner{OwnerType: &v1.Pod{}, IsController: true})`);
    expect(found).toMatchObject({ of: { name: 'Pod' }, owns: [{ type: { name: 'Secret' } }], watches: [] });
    expect(texts(found)).toEqual([
      'controller.New(name)',
      'controller.New(..., options)',
      'Watch(..., wrapped(&handler.EnqueueRequestForObject{}))',
    ]);
  });

  it('are those of the package of controllers, and reconcilers that nothing builds are found, too', async () => {
    const found = await raw(
      'c := other.New("pods", mgr, other.Options{})',
      packageFile(
        'b/b.go',
        'func (b *Base) Reconcile(ctx context.Context, pod *v1.Pod) (ctrl.Result, error) {}\nfunc (s *Step) Reconcile(pod *v1.Pod) error {}',
      ),
    );
    expect(found.map(({ receiver, isBuilt }) => [receiver, isBuilt])).toEqual([
      ['PodReconciler', false],
      ['Base', false],
    ]);
  });
});

describe.skipIf(!readsGo)('the reconciler of a controller', () => {
  const reconcile = (type: string): string =>
    `type ${type} struct{}\n\nfunc (r *${type}) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {}`;
  const nameOf = async (
    body: string,
    header = 'func setup(mgr ctrl.Manager, given *B, any reconcile.Reconciler) error',
  ): Promise<string | undefined> => {
    const functions =
      'func NewB() *B { return &B{} }\nfunc newA(x int) (reconcile.Reconciler, error) { return &A{}, nil }';
    const file = packageFile('a/a.go', `${header} {\n${body}\n}\n${functions}\n${reconcile('A')}\n${reconcile('B')}`);
    return (await controllersIn(file)).find(({ isBuilt }) => isBuilt)?.reconciler?.type;
  };
  const built = (expression: string): string =>
    `return ctrl.NewControllerManagedBy(mgr).For(&v1.Pod{}).Complete(${expression})`;

  it.each<[string, string, string | undefined]>([
    ['a literal', built('&B{Client: c}'), 'B'],
    ['a function', built('NewB()'), 'B'],
    ['a function that returns an interface', `r, err := newA(1)\n${built('r')}`, 'A'],
    ['a variable', `r := &B{}\n${built('r')}`, 'B'],
    ['a parameter', built('given'), 'B'],
    ['an assertion', `x := any.(*B)\n${built('x')}`, 'B'],
    ['an argument of a function that wraps it', built('reconcile.AsReconciler(c, &B{})'), 'B'],
    ['one of two that are not known', built('any'), undefined],
  ])('is %s', async (_, body, expected) => {
    expect(await nameOf(body)).toBe(expected);
  });

  it('is the type whose method sets it up', async () => {
    expect(await nameOf(built('b'), 'func (b *B) SetupWithManager(mgr ctrl.Manager) error')).toBe('B');
  });
});

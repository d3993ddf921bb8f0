import { describe, expect, it } from 'vitest';
import { textsOf } from '../../src/go/constants.js';
import { controllersIn, type GoController } from '../../src/go/controllers.js';
import { readGo } from '../../src/go/text.js';
import { lanternController } from '../support/go-project.js';

const imports = `package a

import (
	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)
`;
const noTexts = textsOf([], () => undefined);

function controllers(body: string): readonly GoController[] {
  return controllersIn(
    readGo('a.go', `${imports}\nfunc (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {\n${body}\n}\n`),
    noTexts,
  );
}

describe('the controllers of a Go file', () => {
  const [lantern] = controllersIn(readGo('lantern.go', lanternController), noTexts);

  it('have the kinds of their builder, and not those in comments', () => {
    expect(lantern?.of).toEqual({ path: 'example.com/lantern/api/v1', name: 'Lantern' });
    expect(lantern?.owns.map(({ type }) => type)).toEqual([{ path: 'k8s.io/api/apps/v1', name: 'Deployment' }]);
    expect(lantern?.watches.map(({ type }) => type)).toEqual([{ path: 'k8s.io/api/core/v1', name: 'Secret' }]);
  });

  it('have a name, a concurrency and the function of a watch', () => {
    expect(lantern).toMatchObject({
      name: 'lantern-lighter',
      options: { maxConcurrentReconciles: 4 },
      receiver: 'LanternReconciler',
    });
    expect(lantern?.watches[0]?.handler).toEqual({ is: 'map', name: 'lanternsOf' });
  });

  it('have the predicates and options that the runtime has, too', () => {
    expect(lantern?.predicates).toEqual([{ is: 'changed', what: 'generation' }]);
    expect(lantern?.unread).toEqual([]);
    const [found] = controllers(`return ctrl.NewControllerManagedBy(mgr).For(&v1.Pod{}, builder.WithPredicates(
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

  it('list what a skeleton does not have', () => {
    const [found] = controllers(`return ctrl.NewControllerManagedBy(mgr).
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

  it('index the fields of the function that builds them', () => {
    const [found] =
      controllers(`if err := mgr.GetFieldIndexer().IndexField(ctx, &v1.Pod{}, "spec.nodeName", func(o client.Object) []string {
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

  it('can be built with a variable', () => {
    const [found] = controllers(
      'b := ctrl.NewControllerManagedBy(mgr).For(&v1.Pod{})\nif true {\n  b = b.Owns(new(appsv1.Deployment))\n}\nreturn b.Complete(r)',
    );
    expect(found?.of?.name).toBe('Pod');
    expect(found?.owns.map(({ type }) => type.name)).toEqual(['Deployment']);
  });

  it('know the handlers of owners and of the objects themselves', () => {
    const [found] = controllers(
      `return ctrl.NewControllerManagedBy(mgr).Named("x").
  Watches(&v1.Pod{}, handler.EnqueueRequestForOwner(mgr.GetScheme(), mgr.GetRESTMapper(), &appsv1.Deployment{}, handler.OnlyControllerOwner())).
  Watches(&v1.Secret{}, &handler.EnqueueRequestForObject{}).
  Watches(&v1.Node{}, other.Handler()).
  Complete(r)`,
    );
    expect(found?.watches.map(({ handler }) => handler)).toEqual([
      { is: 'owner', of: { path: 'k8s.io/api/apps/v1', name: 'Deployment' }, onlyController: true },
      { is: 'self' },
    ]);
    expect(found?.unread.map(({ text }) => text)).toEqual(['Watches(&v1.Node{}, other.Handler())']);
  });

  it('are not read from a file with a syntax error', () => {
    expect(controllersIn(readGo('a.go', `${lanternController}\n}`), noTexts)).toEqual([]);
  });
});

import { fileURLToPath } from 'node:url';
import { Node, Project, SyntaxKind, type SourceFile } from 'ts-morph';
import { expect, it } from 'vitest';

const dist = fileURLToPath(new URL('../../runtime/dist/', import.meta.url));

/** What a file exports, and what the namespaces that it exports do. */
function declarationsOf(file: SourceFile): readonly Node[] {
  return [...file.getExportedDeclarations().values()].flat().flatMap((declaration) => {
    return Node.isSourceFile(declaration) ? declarationsOf(declaration) : [declaration];
  });
}

/** Where what a reference names is declared, if that is ours. */
function targetsOf(reference: Node): readonly Node[] {
  const symbol = reference.getSymbol();
  return (symbol?.getAliasedSymbol() ?? symbol)?.getDeclarations() ?? [];
}

/** The types that a declaration names to who uses it: not what is private, and not its own type parameters. */
function namedBy(declaration: Node): readonly Node[] {
  const names = [
    ...declaration.getDescendantsOfKind(SyntaxKind.TypeReference).map((each) => each.getTypeName()),
    ...declaration.getDescendantsOfKind(SyntaxKind.ExpressionWithTypeArguments).map((each) => each.getExpression()),
  ];
  return names.flatMap(targetsOf).filter((each) => !Node.isTypeParameterDeclaration(each));
}

it('every type that the public declarations name can be imported', { timeout: 60_000 }, () => {
  const project = new Project({ skipAddingFilesFromTsConfig: true, compilerOptions: { noLib: true } });
  const entries = ['index.d.ts', 'testing/index.d.ts', 'api/index.d.ts'];
  const files = entries.map((entry) => project.addSourceFileAtPath(`${dist}${entry}`));
  project.resolveSourceFileDependencies();
  const exported = new Set(files.flatMap(declarationsOf));
  const isPublic = (each: Node): boolean => {
    const path = each.getSourceFile().getFilePath();
    // An alias that its own file keeps to itself only shortens another type.
    const isShorthand = Node.isTypeAliasDeclaration(each) && !each.isExported();
    return isShorthand || exported.has(each) || !path.startsWith(dist) || path.startsWith(`${dist}k8s/`);
  };
  const hidden = [...exported].flatMap((declaration) =>
    namedBy(declaration)
      .filter((each) => !isPublic(each))
      .map((each) => `${nameOf(each)} of ${each.getSourceFile().getFilePath().slice(dist.length)}`),
  );
  expect(exported.size).toBeGreaterThan(200);
  expect([...new Set(hidden)].toSorted()).toEqual([]);
});

function nameOf(declaration: Node): string {
  return declaration.getSymbol()?.getName() ?? declaration.getText();
}

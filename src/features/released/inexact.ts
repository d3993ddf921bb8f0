import { isPair, isScalar, visit, type Document, type Pair, type Scalar } from 'yaml';
import { isYamlProblem, yamlDocuments } from '../../base/text/yaml-documents.js';

/** An integer that JavaScript rounds. */
export interface InexactNumber {
  readonly line: number;
  /** The keyword with the number, such as `default`. */
  readonly keyword: string;
  readonly text: string;
  readonly rounded: string;
}

/** Keywords of a schema whose numbers the API server stores exactly. It rounds bounds in the same way as JavaScript. */
const kept = ['default', 'enum', 'example'] as const;

/** Returns the integers in the CRDs of a text that JavaScript cannot represent. */
export function inexactNumbers(text: string): readonly InexactNumber[] {
  if (!/\d{16}|0x[\da-f]{13}/i.test(text)) return [];
  const documents = yamlDocuments(text);
  return isYamlProblem(documents) ? [] : documents.flatMap((each) => inDocument(each, text));
}

function inDocument(document: Document.Parsed, text: string): readonly InexactNumber[] {
  const found: InexactNumber[] = [];
  visit(document, {
    Scalar: (_, node, path) => {
      const { source, range, value } = node as Scalar.Parsed;
      if (!isScalar(node) || typeof value !== 'number' || !/^[-+]?(?:\d+|0x[\da-f]+)$/i.test(source)) return;
      const [sign, digits] = source.startsWith('-') ? [-1n, source.slice(1)] : [1n, source.replace(/^\+/, '')];
      const keyword = path
        .filter((each): each is Pair => isPair(each))
        .map(({ key }) => kept.find((each) => isScalar(key) && key.value === each))
        .findLast((key) => key !== undefined);
      if (keyword === undefined || sign * BigInt(digits) === BigInt(value)) return;
      const line = text.slice(0, range[0]).split('\n').length;
      found.push({ line, keyword, text: source, rounded: BigInt(value).toString() });
    },
  });
  return found;
}

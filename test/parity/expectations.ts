import { parse } from 'yaml';
import { isSame, pathText, type Difference } from './compare.js';

/** A difference that is meant to be, as `docs/differences.md` has it. */
export interface Expectation {
  /** The heading that it stands under. */
  readonly title: string;
  /** The features that need it; undefined where any may. */
  readonly features: readonly string[] | undefined;
  /** A JSON pointer without its first slash; `*` is any one step, `**` any number of steps. */
  readonly path: string;
  /** A value; or the words `absent` or `any`. */
  readonly controllerGen: unknown;
  readonly operatorGen: unknown;
}

/** Reads the fenced yaml blocks of `docs/differences.md`, each below the heading of its section. */
export function readDifferences(markdown: string): readonly Expectation[] {
  return markdown.split(/^## /m).flatMap((section, index) => {
    const title = section.slice(0, section.indexOf('\n')).trim();
    const blocks = [...section.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => text);
    if (index === 0 ? blocks.length > 0 : blocks.length === 0)
      throw new Error(`"${title}" should be a section with a yaml block`);
    return blocks.flatMap((text) => readExpectations(text, title));
  });
}

/** Reads one expectation or a list of them. */
export function readExpectations(text: string, title: string): readonly Expectation[] {
  const parsed: unknown = parse(text) ?? [];
  return (Array.isArray(parsed) ? parsed : [parsed]).map((entry: Record<string, unknown>) => {
    const keys = Object.keys(entry).toSorted().join();
    if (keys !== 'controller-gen,features,operator-gen,path')
      throw new Error(`${title}: an entry has the keys ${keys}`);
    const { features } = entry;
    return {
      title,
      features: features === 'all' ? undefined : ([features].flat() as string[]),
      path: String(entry['path']),
      controllerGen: entry['controller-gen'],
      operatorGen: entry['operator-gen'],
    };
  });
}

/** Whether an expectation explains a difference. */
export function explains(expectation: Expectation, feature: string, difference: Difference): boolean {
  return (
    (expectation.features === undefined || expectation.features.includes(feature)) &&
    pathPattern(expectation.path).test(difference.path.map((step) => `${pathText([step])}/`).join('')) &&
    says(expectation.controllerGen, difference.controllerGen) &&
    says(expectation.operatorGen, difference.operatorGen)
  );
}

function says(expected: unknown, actual: unknown): boolean {
  if (expected === 'any') return actual !== undefined;
  return expected === 'absent' ? actual === undefined : isSame(expected, actual);
}

/** Matches a path with a slash after every step, so that the root is the empty text. */
function pathPattern(path: string): RegExp {
  const steps = path.split('/').filter((step) => step !== '');
  const patterns = steps.map((step) => {
    if (step === '**') return '(?:[^/]+/)*';
    return step === '*' ? '[^/]+/' : `${step.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}/`;
  });
  return new RegExp(`^${patterns.join('')}$`);
}

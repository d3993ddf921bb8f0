import { gzipSync } from 'node:zlib';
import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { chartFile } from '../../project/chart.js';

/** Maximum size of a Secret in Kubernetes. Helm stores each release in one. */
const limit = 1024 * 1024;

/** A chart is reported slightly below the limit, because values and templates of the user add to its release. */
const reported = limit * 0.97;

/** The files of a chart, by their paths in it. */
export type ChartTexts = ReadonlyMap<string, string>;

/**
 * Returns warnings about a chart whose release Helm could not store. @param mayDivide whether the CRDs can have their
 * own chart
 */
export function largeChart(folder: string, files: ChartTexts, mayDivide: boolean): readonly Diagnostic[] {
  const size = releaseSize(files);
  if (size <= reported) return [];
  const isCrd = (path: string): boolean => path.startsWith('templates/crd/');
  const part = (isOf: (path: string) => boolean): number =>
    releaseSize(new Map([...files].filter(([path]) => isOf(path))));
  const areCrdsLarge = part(isCrd) > reported;
  const canDivide = mayDivide && !areCrdsLarge && part((path) => !isCrd(path)) <= reported;
  const remedy = canDivide ? 'divide' : areCrdsLarge ? 'shorten' : 'remove';
  const parameters = { folder, kib: Math.round(size / 1024), remedy } as const;
  return [diagnostic('chart-too-large', parameters, { file: `${folder}/${chartFile}`, line: 1, column: 1 })];
}

/**
 * Returns the approximate size in bytes of a chart's release in its Secret: Helm stores the chart and its rendered
 * objects as JSON, compressed and in Base64. The templates stand in for the rendered objects.
 */
export function releaseSize(files: ChartTexts): number {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const templates = [...files].map(([name, text]) => ({ name, data: base64(text) }));
  const manifest = [...files]
    .filter(([path]) => path.startsWith('templates/') && path.endsWith('.yaml'))
    .map(([path, text]) => `---\n# Source: ${path}\n${text}`)
    .join('');
  const { length } = gzipSync(JSON.stringify({ chart: { templates }, manifest }), { level: 9 });
  return Math.ceil(length / 3) * 4;
}

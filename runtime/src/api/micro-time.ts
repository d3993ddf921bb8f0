import type { MicroTime } from './scalars.js';

/**
 * Formats the wall clock as the API server expects a MicroTime: with six fractional digits, three of which JavaScript
 * knows. See https://pkg.go.dev/k8s.io/apimachinery/pkg/apis/meta/v1#MicroTime
 */
export function microTime(date: Date = new Date()): MicroTime {
  return date.toISOString().replace('Z', '000Z');
}

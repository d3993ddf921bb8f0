import type { MicroTime } from './scalars.js';

/**
 * The wall clock in the form that the API server takes for a MicroTime: six digits, of which JavaScript knows three.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/apis/meta/v1#MicroTime
 */
export function microTime(date: Date = new Date()): MicroTime {
  return date.toISOString().replace('Z', '000Z');
}

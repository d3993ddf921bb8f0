/** Units of a panel, as Grafana names them. */
export type Unit = 'short' | 's' | 'bytes' | 'percentunit' | 'ops' | 'reqps';

/** One line of a panel, or several with different labels. */
export interface Query {
  /** PromQL. */
  readonly expr: string;
  /** The name of each line, with labels such as `{{controller}}`. */
  readonly legend: string;
}

export interface Panel {
  readonly title: string;
  readonly description: string;
  /** `stat` shows the last value, `timeseries` all of them. */
  readonly type: 'timeseries' | 'stat';
  readonly unit: Unit;
  readonly queries: readonly Query[];
}

/** A dashboard: rows of panels, each with a title. */
export interface Dashboard {
  readonly title: string;
  readonly tags: readonly string[];
  /** Name of a metric that every operator has from the start. The values of the variables are read from its labels. */
  readonly anchor: string;
  readonly rows: readonly { readonly title: string; readonly panels: readonly Panel[] }[];
}

/** The labels that Prometheus adds to the metrics of a Pod. Each is a variable of the dashboard. */
export const selector = 'job="$job", namespace="$namespace", pod=~"$pod"';

const datasource = { type: 'prometheus', uid: '${datasource}' };
/** Width of the grid of Grafana, and the size of a panel in it: two in a row. */
const [gridWidth, panelWidth, panelHeight] = [24, 12, 8];

/**
 * Returns a dashboard as Grafana JSON, for version 10 and later. It has no `id` and no `uid`, so that Grafana assigns
 * both. https://grafana.com/docs/grafana/latest/dashboards/build-dashboards/view-dashboard-json-model/
 */
export function emitDashboard({ title, tags, anchor, rows }: Dashboard): string {
  let y = 0;
  let id = 0;
  const panels = rows.flatMap((row) => {
    const header = { id: (id += 1), type: 'row', title: row.title, collapsed: false, panels: [] };
    const placed = [{ ...header, gridPos: { h: 1, w: gridWidth, x: 0, y } }];
    y += 1;
    const shown = row.panels.map((panel, index) => {
      const x = (index * panelWidth) % gridWidth;
      const top = y + Math.floor((index * panelWidth) / gridWidth) * panelHeight;
      return { id: (id += 1), ...panelJson(panel), gridPos: { h: panelHeight, w: panelWidth, x, y: top } };
    });
    y += Math.ceil((row.panels.length * panelWidth) / gridWidth) * panelHeight;
    return [...placed, ...shown];
  });
  const json = {
    title,
    tags,
    editable: true,
    graphTooltip: 1,
    schemaVersion: 39,
    time: { from: 'now-1h', to: 'now' },
    refresh: '30s',
    templating: { list: variables(anchor) },
    panels,
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}

/** Returns the variables of a dashboard: the data source, and the labels that `selector` uses. */
function variables(anchor: string): readonly object[] {
  const ofLabel = (name: string, within: string, several = false): object => {
    const query = `label_values(${anchor}${within}, ${name})`;
    return {
      ...{ name, label: name, type: 'query', datasource, query, definition: query, refresh: 2, sort: 1 },
      ...(several ? { multi: true, includeAll: true, allValue: '.*' } : { multi: false, includeAll: false }),
      ...(several ? { current: { selected: true, text: ['All'], value: ['$__all'] } } : {}),
    };
  };
  return [
    { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', refresh: 1 },
    ofLabel('namespace', ''),
    ofLabel('job', '{namespace="$namespace"}'),
    ofLabel('pod', '{namespace="$namespace", job="$job"}', true),
  ];
}

function panelJson({ title, description, type, unit, queries }: Panel): object {
  const targets = queries.map(({ expr, legend }, index) => ({
    refId: String.fromCodePoint('A'.codePointAt(0)! + index),
    datasource,
    editorMode: 'code',
    expr,
    legendFormat: legend,
    range: true,
  }));
  const options =
    type === 'stat'
      ? { reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false }, textMode: 'auto' }
      : { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } };
  return { type, title, description, datasource, fieldConfig: { defaults: { unit }, overrides: [] }, options, targets };
}

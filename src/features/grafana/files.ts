/** The Grafana dashboards, by name. */
export const dashboardFiles = {
  controllers: 'grafana/controllers.json',
  process: 'grafana/process.json',
  ownMetrics: 'grafana/own-metrics.json',
} as const;

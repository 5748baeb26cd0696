/** The dashboards of Grafana, as tables of their panels: deploy/observability/dashboards. */

/**
 * @typedef {object} Panel
 * @property {string} title
 * @property {string} [unit] of Grafana: `s`, `percentunit`, `reqps`, `bytes`; a number by default
 * @property {Record<string, string>} queries by legend, PromQL
 */

/** The share of some events among all. @param {string} metric @param {string} some labels @param {string} [all] */
const share = (metric, some, all = '') =>
  `sum by (service) (rate(${metric}{${[all, some].filter(Boolean).join(',')}}[5m])) / sum by (service) (rate(${metric}{${all}}[5m]))`;

/** @param {number} quantile @param {string} metric @param {string} by */
const quantileOf = (quantile, metric, by) =>
  `histogram_quantile(${quantile}, sum by (le, ${by}) (rate(${metric}_bucket[5m])))`;

const COMMANDS = 'corridor_command_duration_seconds';
const REQUESTS = 'corridor_http_request_duration_seconds';

/** @type {Record<string, { title: string, panels: Panel[] }>} */
export const dashboards = {
  overview: {
    title: 'Corridor: overview',
    panels: [
      {
        title: 'Alerts that fire',
        queries: { '{{alertname}}': 'sum by (alertname) (ALERTS{alertstate="firing"})' },
      },
      {
        title: 'Checks that are degraded or down',
        queries: { '{{check}}': 'min by (check) (corridor_health) == 0' },
      },
      {
        title: 'Requests',
        unit: 'reqps',
        queries: { '{{status}}': `sum by (status) (rate(${REQUESTS}_count{service="gateway"}[5m]))` },
      },
      {
        title: 'Requests with a 5xx',
        unit: 'percentunit',
        queries: { '{{service}}': share(`${REQUESTS}_count`, 'status="5xx"') },
      },
      {
        title: 'Duration of requests, 95 of 100',
        unit: 's',
        queries: { '{{service}}': quantileOf(0.95, REQUESTS, 'service') },
      },
      {
        title: 'Slowest routes, 95 of 100',
        unit: 's',
        queries: { '{{method}} {{route}}': `topk(10, ${quantileOf(0.95, REQUESTS, 'method, route')})` },
      },
      {
        title: 'Commands',
        unit: 'ops',
        queries: { '{{service}}': `sum by (service) (rate(${COMMANDS}_count[5m]))` },
      },
      {
        title: 'Commands that fail',
        unit: 'percentunit',
        queries: { '{{service}}': share(`${COMMANDS}_count`, 'outcome="failed"') },
      },
      {
        title: 'Commands that are refused',
        unit: 'percentunit',
        queries: { '{{service}}': share(`${COMMANDS}_count`, 'outcome="refused"') },
      },
      {
        title: 'Duration of commands, 95 of 100',
        unit: 's',
        queries: { '{{aggregate}}': quantileOf(0.95, COMMANDS, 'aggregate') },
      },
    ],
  },
  messages: {
    title: 'Corridor: messages',
    panels: [
      { title: 'Not published', queries: { '{{service}}': 'max by (service) (corridor_outbox_pending)' } },
      {
        title: 'Oldest that is not published',
        unit: 's',
        queries: { '{{service}}': 'max by (service) (corridor_outbox_oldest_seconds)' },
      },
      {
        title: 'Published',
        unit: 'ops',
        queries: { '{{service}}': 'sum by (service) (rate(corridor_relay_published_total[5m]))' },
      },
      { title: 'Relays', queries: { '{{service}}': 'sum by (service) (corridor_relay_leader)' } },
      {
        title: 'Lag of consumers',
        queries: { '{{service}} ← {{source}}': 'max by (service, source) (corridor_consumer_lag_messages)' },
      },
      {
        title: 'Since the last delivery',
        unit: 's',
        queries: {
          '{{service}} ← {{source}}':
            'time() - max by (service, source) (corridor_consumer_last_delivery_timestamp_seconds)',
        },
      },
      {
        title: 'Messages that wait',
        queries: { '{{service}} {{cause}}': 'max by (service, cause) (corridor_dead_letters)' },
      },
      {
        title: 'Oldest of them',
        unit: 's',
        queries: { '{{service}} {{cause}}': 'max by (service, cause) (corridor_dead_letter_oldest_seconds)' },
      },
      {
        title: 'Histories that were folded again',
        unit: 'ops',
        queries: { '{{aggregate}}': 'sum by (aggregate) (rate(corridor_refolds_total[5m]))' },
      },
      { title: 'Webhooks that are due', queries: { due: 'max(corridor_webhooks_due)' } },
      { title: 'Oldest of them', unit: 's', queries: { oldest: 'max(corridor_webhook_due_oldest_seconds)' } },
      { title: 'Receivers that fail', queries: { open: 'max(corridor_webhook_breakers_open)' } },
    ],
  },
  payments: {
    title: 'Corridor: payments and books',
    panels: [
      {
        title: 'Books: sum of all postings',
        queries: { '{{ccy}}': 'max by (ccy) (corridor_ledger_imbalance)' },
      },
      {
        title: 'Instructions that have not ended',
        queries: { '{{status}}': 'max by (status) (corridor_instructions)' },
      },
      {
        title: 'Oldest of them',
        unit: 's',
        queries: { '{{status}}': 'max by (status) (corridor_instruction_oldest_seconds)' },
      },
      {
        title: 'Payments that are not sent',
        queries: { '{{status}}': 'max by (status) (corridor_payments)' },
      },
      {
        title: 'Oldest of them',
        unit: 's',
        queries: { '{{status}}': 'max by (status) (corridor_payment_oldest_seconds)' },
      },
      {
        title: 'Five days after the payment date',
        queries: {
          instructions: 'max(corridor_instructions_overdue)',
          payments: 'max(corridor_payments_overdue)',
        },
      },
      {
        title: 'Conversions that are booked',
        queries: { '{{status}}': 'max by (status) (corridor_conversions)' },
      },
      {
        title: 'Oldest of them',
        unit: 's',
        queries: { '{{status}}': 'max by (status) (corridor_conversion_oldest_seconds)' },
      },
      { title: 'Screening cases', queries: { '{{status}}': 'max by (status) (corridor_cases)' } },
      {
        title: 'Oldest of them',
        unit: 's',
        queries: { '{{status}}': 'max by (status) (corridor_cases_oldest_seconds)' },
      },
      {
        title: 'Waits for the screening provider',
        queries: { subjects: 'max(corridor_screenings_waiting)' },
      },
      {
        title: 'Oldest of them',
        unit: 's',
        queries: { oldest: 'max(corridor_screenings_waiting_oldest_seconds)' },
      },
      {
        title: 'Files of the bank',
        queries: { '{{state}}': 'max by (state) (corridor_bank_files_waiting)' },
      },
      { title: 'Waits for the bank', queries: { submissions: 'max(corridor_bank_submissions_waiting)' } },
      {
        title: 'Oldest of them',
        unit: 's',
        queries: { oldest: 'max(corridor_bank_submissions_waiting_oldest_seconds)' },
      },
      { title: 'Age of the rates', unit: 's', queries: { oldest: 'max(corridor_rate_age_seconds)' } },
      { title: 'Halts of pairs', queries: { '{{cause}}': 'max by (cause) (corridor_dealing_halts)' } },
    ],
  },
  processes: {
    title: 'Corridor: processes and databases',
    panels: [
      {
        title: 'Database connections in use',
        unit: 'percentunit',
        queries: {
          '{{service}} {{pool}}':
            'sum by (service, pool) (corridor_database_pool_connections{state="active"}) / sum by (service, pool) (corridor_database_pool_limit)',
        },
      },
      {
        title: 'Waits for a connection',
        queries: {
          '{{service}} {{pool}}':
            'sum by (service, pool) (corridor_database_pool_connections{state="waiting"})',
        },
      },
      {
        title: 'Disk of Postgres is full',
        queries: { '{{service}}': 'max by (service) (corridor_database_disk_full)' },
      },
      {
        title: 'Gauges that cannot be read',
        queries: { '{{service}} {{group}}': 'max by (service, group) (corridor_gauges_failed) == 1' },
      },
      {
        title: 'CPU',
        unit: 'percentunit',
        queries: { '{{instance}}': 'rate(process_cpu_seconds_total[5m])' },
      },
      { title: 'Memory', unit: 'bytes', queries: { '{{instance}}': 'process_resident_memory_bytes' } },
      {
        title: 'Delay of the event loop, 99 of 100',
        unit: 's',
        queries: { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds' },
      },
      {
        title: 'Garbage collection',
        unit: 'percentunit',
        queries: { '{{instance}}': 'sum by (instance) (rate(nodejs_gc_duration_seconds_sum[5m]))' },
      },
      { title: 'Environment', queries: { '{{instance}} {{environment}}': 'corridor_info' } },
    ],
  },
};

export const dashboardFiles = () =>
  Object.fromEntries(
    Object.entries(dashboards).map(([name, { title, panels }]) => [
      `deploy/observability/dashboards/${name}.json`,
      `${JSON.stringify(dashboard(name, title, panels), null, 2)}\n`,
    ]),
  );

const COLUMNS = 2;
const [WIDTH, HEIGHT] = [24 / COLUMNS, 8];
/** Grafana asks for it when the dashboard is imported. */
const datasource = { type: 'prometheus', uid: '${datasource}' };

/** @param {string} name @param {string} title @param {Panel[]} panels */
const dashboard = (name, title, panels) => ({
  uid: `corridor-${name}`,
  title,
  tags: ['corridor'],
  timezone: 'utc',
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  schemaVersion: 39,
  templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }] },
  panels: panels.map(({ title: of, unit = 'short', queries }, n) => ({
    id: n + 1,
    title: of,
    type: 'timeseries',
    datasource,
    gridPos: {
      ...{ x: (n % COLUMNS) * WIDTH, y: Math.floor(n / COLUMNS) * HEIGHT },
      ...{ w: WIDTH, h: HEIGHT },
    },
    fieldConfig: { defaults: { unit }, overrides: [] },
    targets: Object.entries(queries).map(([legendFormat, expr], i) => ({
      refId: String.fromCharCode(65 + i),
      datasource,
      expr,
      legendFormat,
    })),
  })),
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SERVICES } from '@corridor/services';
import { obtainPrometheus } from '@corridor/tools/servers/prometheus.mjs';
import { ifAvailable } from '@corridor/tools/servers/unavailable.mjs';
import { parse } from 'yaml';

const FILE = 'deploy/observability/alerts.yaml';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

const rules = (parse(readFileSync(FILE, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);

/** A value in each minute, as promtool writes it: `0+10x30` rises by 10, `1x30` stays. */
type Series = Readonly<Record<string, string>>;

interface Scenario {
  readonly series: Series;
  /** When it begins to fire, and that it does not a minute before. */
  readonly minute: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly summary: string;
  /** What looks similar, and never fires. */
  readonly quiet: Series;
}

const seen = (values: string, ...services: readonly string[]): Series =>
  Object.fromEntries(services.map((one) => [`corridor_outbox_pending{service="${one}"}`, values]));

/** By alert. */
const scenarios: Readonly<Record<string, Scenario>> = {
  CorridorMetricsMissing: {
    series: {
      ...seen('0x60', ...SERVICES.filter((one) => one !== 'ledger')),
      ...seen('0x4 stale', 'ledger'),
    },
    minute: 7,
    labels: { service: 'ledger' },
    summary: 'Prometheus gets no metrics of ledger',
    quiet: seen('0x60', ...SERVICES),
  },
  CorridorGaugesFailed: {
    series: { 'corridor_gauges_failed{service="ledger",group="books",instance="a"}': '0x4 1x30' },
    minute: 10,
    labels: { service: 'ledger', group: 'books' },
    summary: 'books of ledger cannot be read, and alerts about it are blind',
    quiet: { 'corridor_gauges_failed{service="ledger",group="books",instance="a"}': '1x3 0x1 1x3 0x30' },
  },
  CorridorLedgerImbalance: {
    series: { 'corridor_ledger_imbalance{service="ledger",ccy="GBP"}': '0x4 -5x30' },
    minute: 5,
    labels: { ccy: 'GBP' },
    summary: 'The postings in GBP do not add up to zero, but to 5 smallest units',
    quiet: { 'corridor_ledger_imbalance{service="ledger",ccy="GBP"}': '0x60' },
  },
  CorridorDiskFull: {
    series: { 'corridor_database_disk_full{service="ledger"}': '0x4 1x30' },
    minute: 5,
    labels: { service: 'ledger' },
    summary: 'Postgres has no space for ledger: commands get 503',
    quiet: { 'corridor_database_disk_full{service="ledger"}': '0x60' },
  },
  CorridorOutboxOld: {
    series: { 'corridor_outbox_oldest_seconds{service="ledger"}': '0+60x30' },
    minute: 3,
    labels: { service: 'ledger' },
    summary: 'A message of ledger is not published since 3m 0s',
    quiet: { 'corridor_outbox_oldest_seconds{service="ledger"}': '60x60' },
  },
  CorridorNoRelay: {
    series: {
      'corridor_relay_leader{service="ledger",instance="a"}': '1x4 0x30',
      'corridor_relay_leader{service="ledger",instance="b"}': '0x60',
    },
    minute: 6,
    labels: { service: 'ledger' },
    summary: 'No process publishes the messages of ledger',
    quiet: {
      'corridor_relay_leader{service="ledger",instance="a"}': '1x4 0x30',
      'corridor_relay_leader{service="ledger",instance="b"}': '0x4 1x30',
    },
  },
  CorridorConsumerStuck: {
    series: {
      'corridor_consumer_lag_messages{service="ledger",source="payments",instance="a"}': '0x4 7x30',
      'corridor_consumer_lag_messages{service="ledger",source="payments",instance="b"}': '0x4 7x30',
      'corridor_consumer_last_delivery_timestamp_seconds{service="ledger",source="payments",instance="a"}':
        '0+60x4 240x30',
      'corridor_consumer_last_delivery_timestamp_seconds{service="ledger",source="conversions",instance="a"}':
        '0+60x34',
    },
    minute: 9,
    labels: { service: 'ledger', source: 'payments' },
    summary: '7 messages of payments wait for ledger, which processes none of them',
    quiet: {
      'corridor_consumer_lag_messages{service="ledger",source="payments",instance="a"}': '7x60',
      'corridor_consumer_last_delivery_timestamp_seconds{service="ledger",source="payments",instance="b"}':
        '0+60x60',
    },
  },
  CorridorConsumerBehind: {
    series: { 'corridor_consumer_lag_messages{service="timeline",source="payments"}': '2000x60' },
    minute: 15,
    labels: { service: 'timeline', source: 'payments' },
    summary: 'timeline is 2000 messages behind payments',
    quiet: { 'corridor_consumer_lag_messages{service="timeline",source="payments"}': '2000-200x10 0x50' },
  },
  CorridorMessagesParked: {
    series: { 'corridor_dead_letters{service="payments",cause="parked"}': '0x4 2x30' },
    minute: 7,
    labels: { service: 'payments' },
    summary: '2 messages for payments are parked: their records do not go on',
    quiet: { 'corridor_dead_letters{service="payments",cause="locked"}': '2x60' },
  },
  CorridorMessagesHeld: {
    series: { 'corridor_dead_letter_oldest_seconds{service="payments",cause="kept"}': '0+60x60' },
    minute: 11,
    labels: { service: 'payments', cause: 'kept' },
    summary: 'Messages for payments wait (kept) since 11m 0s',
    quiet: { 'corridor_dead_letter_oldest_seconds{service="payments",cause="parked"}': '0+60x60' },
  },
  CorridorDatabaseRestored: {
    series: {
      'corridor_consumer_database_restored_timestamp_seconds{service="timeline"}': '_ _ _ _ _ 300x30',
    },
    minute: 5,
    labels: { service: 'timeline' },
    summary:
      'The database of timeline was restored to an earlier point: it reads again what Kafka had delivered',
    quiet: { 'corridor_consumer_database_restored_timestamp_seconds{service="timeline"}': '-3600x60' },
  },
  CorridorInstructionsOverdue: {
    series: {
      'corridor_instructions_overdue{service="payments"}': '3x120',
      'corridor_info{service="payments",environment="PRODUCTION"}': '1x120',
    },
    minute: 60,
    summary: '3 payment instructions have not ended five days after their payment date',
    quiet: {
      'corridor_instructions_overdue{service="payments"}': '3x120',
      'corridor_info{service="payments",environment="SANDBOX"}': '1x120',
    },
  },
  CorridorPaymentsOverdue: {
    series: {
      'corridor_payments_overdue{service="payments"}': '3x120',
      'corridor_info{service="payments",environment="PRODUCTION"}': '1x120',
    },
    minute: 60,
    summary: '3 payments are not sent five days after their payment date',
    quiet: {
      'corridor_payments_overdue{service="payments"}': '3x120',
      'corridor_info{service="payments",environment="SANDBOX"}': '1x120',
    },
  },
  CorridorCommandsFail: {
    series: {
      'corridor_command_duration_seconds_count{service="ledger",aggregate="wallet",outcome="done"}':
        '0+90x60',
      'corridor_command_duration_seconds_count{service="ledger",aggregate="wallet",outcome="failed"}':
        '0+10x60',
    },
    minute: 6,
    labels: { service: 'ledger' },
    summary: '10% of the commands of ledger fail',
    quiet: {
      'corridor_command_duration_seconds_count{service="ledger",aggregate="wallet",outcome="done"}':
        '0+90x60',
      'corridor_command_duration_seconds_count{service="ledger",aggregate="wallet",outcome="refused"}':
        '0+90x60',
    },
  },
  CorridorRequestsFail: {
    series: {
      'corridor_http_request_duration_seconds_count{service="gateway",route="/v1/wallets",status="2xx"}':
        '0+80x60',
      'corridor_http_request_duration_seconds_count{service="gateway",route="/v1/wallets",status="5xx"}':
        '0+20x60',
    },
    minute: 6,
    summary: '20% of the requests get a 5xx',
    quiet: {
      'corridor_http_request_duration_seconds_count{service="gateway",route="/v1/wallets",status="2xx"}':
        '0+80x60',
      'corridor_http_request_duration_seconds_count{service="gateway",route="/v1/wallets",status="4xx"}':
        '0+20x60',
    },
  },
  CorridorPoolExhausted: {
    series: {
      'corridor_database_pool_connections{service="ledger",pool="commands",state="waiting"}': '0x4 9x30',
    },
    minute: 9,
    labels: { service: 'ledger', pool: 'commands', state: 'waiting' },
    summary: 'Requests of ledger wait for a database connection (commands)',
    quiet: {
      'corridor_database_pool_connections{service="ledger",pool="commands",state="waiting"}': '9 0 9 0 9 0 9',
    },
  },
  CorridorRatesStale: {
    series: {
      'corridor_rate_age_seconds{service="conversions"}': '60x60',
      'corridor_dealing_halts{service="conversions",cause="STALE"}': '0x4 1x30',
    },
    minute: 10,
    summary: 'Pairs are not traded, because their rates are too old or have jumped',
    quiet: {
      'corridor_rate_age_seconds{service="conversions"}': '400000x60',
      'corridor_dealing_halts{service="conversions",cause="DEALER"}': '1x60',
    },
  },
  CorridorCasesOld: {
    series: { 'corridor_cases_oldest_seconds{service="payments",status="OPEN"}': '14340+60x30' },
    minute: 2,
    labels: { status: 'OPEN' },
    summary: 'A screening case is OPEN since 4h 1m 0s',
    quiet: { 'corridor_cases_oldest_seconds{service="payments",status="OPEN"}': '14400x60' },
  },
  CorridorScreeningLate: {
    series: { 'corridor_screenings_waiting_oldest_seconds{service="payments"}': '0+60x30' },
    minute: 16,
    summary: 'A subject waits for the screening provider since 16m 0s',
    quiet: { 'corridor_screenings_waiting_oldest_seconds{service="payments"}': '900x60' },
  },
  CorridorBankFilesWaiting: {
    series: { 'corridor_bank_files_waiting{service="payments",state="set_aside"}': '1x60' },
    minute: 15,
    labels: { state: 'set_aside' },
    summary: '1 files of the bank wait (set_aside)',
    quiet: { 'corridor_bank_files_waiting{service="payments",state="arrived"}': '1x10 0x2 1x10 0x30' },
  },
  CorridorBankSubmissionsLate: {
    series: { 'corridor_bank_submissions_waiting_oldest_seconds{service="payments"}': '0+60x30' },
    minute: 16,
    summary: 'A submission waits for the bank since 16m 0s',
    quiet: { 'corridor_bank_submissions_waiting_oldest_seconds{service="payments"}': '900x60' },
  },
  CorridorWebhooksLate: {
    series: { 'corridor_webhook_due_oldest_seconds{service="webhook-dispatcher"}': '0+60x30' },
    minute: 5,
    summary: 'A webhook is due since 5m 0s, and its receiver is not the cause',
    quiet: { 'corridor_webhook_due_oldest_seconds{service="webhook-dispatcher"}': '120x60' },
  },
  CorridorBreakersOpen: {
    series: { 'corridor_webhook_breakers_open{service="webhook-dispatcher"}': '2x120' },
    minute: 60,
    summary: 'The receivers of 2 subscriptions fail',
    quiet: { 'corridor_webhook_breakers_open{service="webhook-dispatcher"}': '2x50 0x2 2x50' },
  },
  CorridorRetentionLate: {
    series: {
      'corridor_retention_overdue_seconds{service="ledger",policy="idempotent responses"}': '0+60x90',
    },
    minute: 61,
    labels: { service: 'ledger', policy: 'idempotent responses' },
    summary: 'idempotent responses of ledger are kept 1h 1m 0s too long',
    quiet: {
      // Each run removes what has become due in the ten minutes before.
      'corridor_retention_overdue_seconds{service="ledger",policy="idempotent responses"}': '600x120',
    },
  },
  CorridorDegraded: {
    series: { 'corridor_health{service="all",check="broker",instance="a"}': '1x4 0x60' },
    minute: 15,
    labels: { check: 'broker' },
    summary: 'The health check broker is degraded or down',
    quiet: { 'corridor_health{service="all",check="broker",instance="a"}': '1x4 0x5 1x60' },
  },
};

const inputs = (series: Series) =>
  Object.entries(series).map(([name, values]) => ({ series: name, values: `${values}` }));

const LAST_MINUTE = 120;

/** For promtool, with the file of the rules. */
const tests = rules.flatMap(({ alert: alertname, labels: { severity }, annotations: { runbook_url } }) => {
  const { series, minute, labels = {}, summary, quiet } = scenarios[alertname] as Scenario;
  const firing = { exp_labels: { severity, ...labels }, exp_annotations: { summary, runbook_url } };
  const at = (eval_minute: number, exp_alerts: object[]) => ({
    eval_time: `${eval_minute}m`,
    alertname,
    exp_alerts,
  });
  const quietMinutes = Array.from({ length: LAST_MINUTE }, (_, n) => at(n + 1, []));
  return [
    {
      interval: '1m',
      input_series: inputs(series),
      alert_rule_test: [at(minute - 1, []), at(minute, [firing])],
    },
    { interval: '1m', input_series: inputs(quiet), alert_rule_test: quietMinutes.slice(0, lengthOf(quiet)) },
  ];
});

/** So many minutes have values. */
function lengthOf(series: Series): number {
  const minutes = Object.values(series).map((values) =>
    values.split(' ').reduce((sum, part) => sum + 1 + Number(/x(\d+)$/.exec(part)?.[1] ?? 0), 0),
  );
  return Math.min(...minutes) - 1;
}

test('each alert fires when its cause is there for long enough, and not when it only looks so', () => {
  expect(Object.keys(scenarios).sort()).toEqual(rules.map(({ alert }) => alert).sort());
  const tool = ifAvailable('alerts', obtainPrometheus)?.promtool;
  if (!tool) return;
  const folder = mkdtempSync(join(tmpdir(), 'corridor-alerts-'));
  const file = join(folder, 'alerts.test.json'); // JSON is YAML
  writeFileSync(
    file,
    JSON.stringify({ rule_files: [resolve(FILE)], evaluation_interval: '1m', tests }, null, 1),
  );
  try {
    execFileSync(tool, ['test', 'rules', file], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Error(String((error as { stderr?: unknown }).stderr ?? error), { cause: error });
  }
  rmSync(folder, { recursive: true });
});

test('each alert has a drill, which causes it on a real Prometheus and does what its runbook says', () => {
  const files = ['tests/all-in-one/alerts.spec.ts', ...filesIn('tests/drills')];
  const drilled = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\balerts\.drill\(\s*\[([^\]]*)\]/g)].flatMap(([, names = '']) =>
      [...names.matchAll(/'(\w+)'/g)].map(([, name]) => name),
    ),
  );
  expect([...new Set(drilled)].sort()).toEqual(rules.map(({ alert }) => alert).sort());
});

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file));

test('each service is missed when Prometheus gets no metrics of it', () => {
  const { expr } = rules.find(({ alert }) => alert === 'CorridorMetricsMissing') as Rule;
  const missed = [...expr.matchAll(/absent\(corridor_outbox_pending\{service="([\w-]+)"\}\)/g)];
  expect(missed.map(([, service]) => service).sort()).toEqual([...SERVICES].sort());
});

test('each alert has a severity, and a runbook that says what it means, how to see it and what to do', () => {
  const page = readFileSync('docs/runbooks.md', 'utf8');
  const sections = new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')), text]),
  );
  expect([...sections.keys()]).toEqual(rules.map(({ alert }) => alert));
  for (const { alert, labels, annotations } of rules) {
    expect([alert, ['page', 'ticket']]).toEqual([alert, expect.arrayContaining([labels.severity])]);
    expect(annotations.runbook_url).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
    for (const part of ['**Means**', '**See**', '**Do**'])
      expect([alert, sections.get(alert)?.replace('**do**', '**Do**')]).toEqual([
        alert,
        expect.stringContaining(part),
      ]);
  }
});

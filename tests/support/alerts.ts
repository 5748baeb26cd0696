import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@corridor/testing';
import { obtainPrometheus, startPrometheus } from '@corridor/tools/servers/prometheus.mjs';
import { Unavailable } from '@corridor/tools/servers/unavailable.mjs';
import { parse, stringify } from 'yaml';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
}

/** By alert, what takes minutes in its expression and what takes seconds instead. */
export type Sooner = Readonly<Record<string, readonly [string, string]>>;

/** The alerts of Corridor without the time for which their cause has to be there. */
function soonerRules(sooner: Sooner): string {
  const { groups } = parse(readFileSync('deploy/observability/alerts.yaml', 'utf8')) as {
    groups: { name: string; rules: Rule[] }[];
  };
  const rules = groups.flatMap((group) =>
    group.rules.map(({ for: _, ...rule }) => {
      const [real = '', soon = ''] = sooner[rule.alert] ?? [];
      if (!rule.expr.includes(real)) throw new Error(`${rule.alert} does not say ${real}`);
      return real === '' ? rule : { ...rule, expr: rule.expr.replaceAll(real, soon) };
    }),
  );
  return stringify({ groups: [{ name: 'corridor', rules }] });
}

/**
 * A real Prometheus with the rules of `deploy/`, on what a test starts. `deploy/observability/alerts.spec.ts` tests the rules
 * themselves, with their real times.
 */
export class Alerts {
  private readonly folder = mkdtempSync(join(tmpdir(), 'corridor-alerts-'));
  private prometheus: Awaited<ReturnType<typeof startPrometheus>> | null = null;
  private missing = '';

  constructor(private readonly sooner: Sooner = {}) {}

  /** @param start returns the addresses of the pages with metrics; it is not called where Prometheus cannot run */
  async watch(start: () => Promise<readonly string[]>): Promise<void> {
    let programs;
    try {
      programs = obtainPrometheus();
    } catch (error) {
      if (!(error instanceof Unavailable) || process.env['CI'] === 'true') throw error;
      this.missing = error.message;
      return;
    }
    const rules = join(this.folder, 'alerts.yaml');
    writeFileSync(rules, soonerRules(this.sooner));
    const targets = (await start()).map((page) => new URL(page).host);
    this.prometheus = await startPrometheus(programs, this.folder, targets, rules);
    await until(async () => (await this.values('corridor_outbox_pending')).length > 0);
  }

  async end(): Promise<void> {
    await this.prometheus?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A test that is skipped loudly without a Prometheus, which CI has. */
  test(name: string, work: () => Promise<void>): void {
    test(name, async () => {
      if (this.missing) return void process.stderr.write(`SKIPPED: ${name}: ${this.missing}\n`);
      await work();
    });
  }

  /** What a query returns now. */
  values(query: string): Promise<{ labels: Record<string, string>; value: number }[]> {
    if (!this.prometheus) throw new Error('no Prometheus was started');
    return this.prometheus.query(query);
  }

  /** Of the examples that a query has had. */
  async traces(query: string): Promise<string[]> {
    if (!this.prometheus) throw new Error('no Prometheus was started');
    return this.prometheus.traces(query);
  }

  async fires(alert: string): Promise<boolean> {
    return (await this.values(`ALERTS{alertname="${alert}",alertstate="firing"}`)).length > 0;
  }

  /**
   * Alerts from their cause to their end.
   * @param alerts that the cause brings about
   * @param repair sees the cause, and does about it, what their runbooks say
   */
  async drill(
    alerts: readonly string[],
    cause: () => Promise<unknown>,
    repair: () => Promise<unknown>,
  ): Promise<void> {
    for (const alert of alerts) await this.ends(alert);
    await cause();
    for (const alert of alerts)
      await until(
        () => this.fires(alert),
        () => `${alert} does not fire`,
      );
    await repair();
    for (const alert of alerts) await this.ends(alert);
  }

  private ends(alert: string): Promise<void> {
    return until(
      async () => !(await this.fires(alert)),
      () => `${alert} does not end`,
    );
  }
}

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { base } from '../rendered.js';

interface Operator {
  readonly type: string;
  readonly from?: string;
  readonly timestamp?: { readonly parse_from: string };
  readonly severity?: { readonly parse_from: string; readonly mapping: Readonly<Record<string, number>> };
  readonly trace_id?: { readonly parse_from: string };
  readonly span_id?: { readonly parse_from: string };
}

const { receivers, service } = parse(readFileSync('deploy/observability/collector.yaml', 'utf8')) as {
  receivers: {
    otlp: { protocols: { http: { endpoint: string } } };
    prometheus: { config: { scrape_configs: any[] } };
    filelog: { include: string[]; operators: Operator[] };
  };
  service: { pipelines: Record<string, { receivers: string[] }> };
};
const { include, operators } = receivers.filelog;
const of = (type: string) => operators.filter((one) => one.type === type);
const deployments = base().filter(({ kind }) => kind === 'Deployment');

/** What a service writes while it handles a request, and the numbers of its levels. */
function logged(): { line: Record<string, unknown>; levels: unknown } {
  const program = `
    import { PinoLogger } from '@corridor/platform';
    import { workingOn } from '@corridor/tracing';
    const { pino } = new PinoLogger('info', 'ledger');
    const work = { requestId: 'req_1', traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
    workingOn(work, () => pino.warn('said'));
    process.stdout.write(JSON.stringify(pino.levels.values));`;
  const args = ['--import', './tools/from-source.mjs', '--input-type=module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { line: JSON.parse(stderr) as Record<string, unknown>, levels: JSON.parse(stdout) };
}

test('the collector finds in a line of the log what it looks for', () => {
  const { line, levels } = logged();
  const found = (field = '') => line[field.replace('attributes.', '')];
  const [parser, trace] = [of('json_parser')[0], of('trace_parser')[0]];
  expect({
    severity: found(parser?.severity?.parse_from),
    traceId: found(trace?.trace_id?.parse_from),
    spanId: found(trace?.span_id?.parse_from),
    moved: of('move').map(({ from }) => found(from)),
  }).toEqual({
    severity: 40,
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: '00f067aa0ba902b7',
    moved: ['ledger', 'said'],
  });
  expect(Math.abs(Date.now() - Number(found(parser?.timestamp?.parse_from)))).toBeLessThan(600_000);
  expect(parser?.severity?.mapping).toEqual(levels);
});

test('pods may send their traces to it', () => {
  const port = Number(receivers.otlp.protocols.http.endpoint.split(':')[1]);
  const policy = base().find(({ metadata }) => metadata.name === 'corridor-collector');
  expect(policy?.spec.egress[0].ports).toEqual([{ protocol: 'TCP', port }]);
  for (const { spec } of deployments)
    expect(spec.template.metadata.labels).toMatchObject(policy?.spec.podSelector.matchLabels);
});

test('it reads the pods that are deployed, and their port of metrics', () => {
  const [{ kubernetes_sd_configs: found, relabel_configs: kept }] =
    receivers.prometheus.config.scrape_configs;
  const [label, value] = found[0].selectors[0].label.split('=');
  for (const { metadata, spec } of deployments) {
    expect(found[0].namespaces.names).toEqual([metadata.namespace]);
    expect(include).toEqual([`/var/log/pods/${metadata.namespace}_*/*/*.log`]);
    expect(spec.template.metadata.labels[label]).toBe(value);
    const ports = spec.template.spec.containers[0].ports as { name: string }[];
    expect(ports.map(({ name }) => name)).toContain(kept[0].regex);
  }
  expect(deployments).toHaveLength(6);
  expect(Object.values(service.pipelines).flatMap((one) => one.receivers)).toEqual(Object.keys(receivers));
});

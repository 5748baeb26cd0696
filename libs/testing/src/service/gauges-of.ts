import type { OpenDatabase } from '@corridor/event-store';
import { Metrics, ServiceMetrics } from '@corridor/platform';

/**
 * What the gauges of a part of a service show now: `cases{status="OPEN"}` by its value. One that cannot be read is missing, and
 * `gauges_failed` has its group.
 */
export async function gaugesOf(
  { searches }: Pick<OpenDatabase, 'searches'>,
  register: (metrics: ServiceMetrics) => void,
): Promise<Record<string, number>> {
  const metrics = new Metrics();
  register(new ServiceMetrics('tested', metrics, searches));
  await metrics.read(true);
  const page = await metrics.registry.metrics();
  const lines = page.matchAll(/^corridor_(\w+)\{service="tested",?(.*)\} (\S+)$/gm);
  return Object.fromEntries(
    [...lines]
      .map(([, name, labels, value]) => [labels ? `${name}{${labels}}` : name, Number(value)] as const)
      .filter(([name, value]) => !String(name).startsWith('gauges_failed') || value === 1),
  );
}

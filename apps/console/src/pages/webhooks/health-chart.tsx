import { useQuery } from '@tanstack/react-query';
import { recordQuery } from '../../api/queries.js';
import type { Delivery } from '../../api/records.js';
import { useLanguage, useTexts } from '../../texts/texts.js';
import { Facts } from '../../ui/facts.js';
import { Section } from '../../ui/page.js';
import { Shown } from '../../ui/shown.js';
import { type Health, healthOf } from './health.js';

/** How the receiver of an endpoint has responded lately. @param id of the endpoint */
export function HealthOf({ id }: { readonly id: string }) {
  const { webhooks } = useTexts();
  const query = useQuery({
    ...recordQuery<readonly Delivery[]>(`/v1/webhook-subscriptions/${id}/deliveries`),
    refetchInterval: 3_000,
  });
  return (
    <Section title={webhooks.health}>
      <Shown query={query}>
        {(deliveries) => {
          const health = healthOf(deliveries);
          return health.attempts.length > 0 ? (
            <Summary of={health} />
          ) : (
            <p className="minor">{webhooks.healthNone}</p>
          );
        }}
      </Shown>
    </Section>
  );
}

function Summary({ of }: { readonly of: Health }) {
  const { webhooks } = useTexts();
  const language = useLanguage();
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const number = new Intl.NumberFormat(language);
  const inMs = (ms: number | null) => ms !== null && webhooks.latency(number.format(ms));
  const { attempts, delivered } = of;
  return (
    <div className="health">
      <Facts
        of={[
          [
            webhooks.successShare,
            <>
              <strong>{share.format(delivered / attempts.length)}</strong>{' '}
              <span className="minor">{webhooks.ofAttempts(attempts.length)}</span>
            </>,
          ],
          [webhooks.medianLatency, inMs(of.medianMs)],
          [webhooks.slowest, inMs(of.slowestMs)],
        ]}
      />
      <Chart of={of} />
    </div>
  );
}

const HEIGHT = 48;
const BAR = 8;
const LEAST = 3;

/** A bar for each attempt, as high as it took long. */
function Chart({ of: { attempts, delivered, slowestMs } }: { readonly of: Health }) {
  const { webhooks, status } = useTexts();
  const heightOf = (ms: number | null) =>
    Math.max(LEAST, Math.round(((ms ?? 0) / Math.max(1, slowestMs ?? 0)) * HEIGHT));
  return (
    <svg
      role="img"
      aria-label={webhooks.healthChart(delivered, attempts.length)}
      viewBox={`0 0 ${attempts.length * BAR} ${HEIGHT}`}
      width={attempts.length * BAR}
      height={HEIGHT}
    >
      {attempts.map(({ id, outcome, latencyMs, statusCode }, i) => (
        <rect
          key={id}
          className={outcome === 'DELIVERED' ? 'good' : 'bad'}
          x={i * BAR}
          y={HEIGHT - heightOf(latencyMs)}
          width={BAR - 2}
          height={heightOf(latencyMs)}
          rx={1}
        >
          <title>
            {[status[outcome], statusCode, latencyMs !== null && `${latencyMs} ms`]
              .filter(Boolean)
              .join(' · ')}
          </title>
        </rect>
      ))}
    </svg>
  );
}

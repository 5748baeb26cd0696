import { ServiceMetrics, byStatus } from '@corridor/platform';
import { Injectable } from '@nestjs/common';

const CASES = {
  cases: { help: 'Screening cases that wait for a decision of staff, by status', labels: ['status'] },
  cases_oldest_seconds: { help: 'Age of the oldest of them', labels: ['status'] },
};
const SCREENING = {
  screenings_waiting: { help: 'Subjects that the screening provider has not compared yet' },
  screenings_waiting_oldest_seconds: { help: 'Since when the oldest of them waits' },
};

/** What waits for staff, and what for the screening provider. */
@Injectable()
export class ScreeningMetrics {
  constructor(metrics: ServiceMetrics) {
    metrics.reads('cases', CASES, async (sql) => {
      const { count, oldest } = await byStatus(sql, 'screening_case', ['OPEN', 'ASSIGNED']);
      return { cases: count, cases_oldest_seconds: oldest };
    });
    metrics.reads('screening', SCREENING, async (sql) => {
      const [row] = await sql.query<{ count: number; oldest: number }>(
        `SELECT count(*)::int,
           coalesce(greatest(0, extract(epoch FROM now() - (min(requested_on) || 'Z')::timestamptz)), 0)::float8 AS oldest
         FROM screening WHERE status = 'WAITING'`,
      );
      return { screenings_waiting: row?.count ?? 0, screenings_waiting_oldest_seconds: row?.oldest ?? 0 };
    });
  }
}

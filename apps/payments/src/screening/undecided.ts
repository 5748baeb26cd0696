import type { Database } from '@corridor/event-store';

/**
 * Runs the decision that this comparison finds nothing, or that nothing is wrong, alone of all about the record.
 * @param decide is told whether another case about the record is open, or it is being compared again: then it is not clear yet
 */
export const aboutRecord = <T>(
  database: Database,
  { screeningId, subjectId }: Comparison,
  decide: (isUndecided: boolean) => Promise<T>,
): Promise<T> =>
  database.exclusively(`screening of ${subjectId}`, async () =>
    decide(await isUndecided(database, { screeningId, subjectId })),
  );

interface Comparison {
  readonly screeningId: string;
  readonly subjectId: string;
}

export async function isUndecided(
  database: Database,
  { screeningId, subjectId }: Comparison,
): Promise<boolean> {
  const [row] = await database.query<{ found: boolean }>(
    `SELECT EXISTS (
       SELECT FROM screening_case WHERE subject_id = $1 AND id <> $2 AND status IN ('OPEN', 'ASSIGNED')
     ) OR EXISTS (
       SELECT FROM screening WHERE subject_id = $1 AND screening_id <> $2 AND status = 'WAITING'
     ) AS found`,
    [subjectId, screeningId],
  );
  return row!.found;
}

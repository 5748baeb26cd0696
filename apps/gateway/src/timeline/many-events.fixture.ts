import { patientPool } from '@corridor/testing/service';
import type { OpenDatabase } from '@corridor/platform';

/** A wallet that has part in all events of one client, to whom every tenth story belongs. */
export const BUSY_WALLET = 'wal_busy';
export const BUSY_CLIENT = 'cli_busy';

export const storyId = (kind: 'pi' | 'con' | 'pmt', n: number) => `${kind}_${String(n).padStart(26, '0')}`;

interface Stories {
  /** Of one payment instruction, its conversion and its payment. */
  readonly eventsOfStory?: number;
  /** The number of the first story. */
  readonly from?: number;
  /** Of all of them; by default there are a hundred clients besides the busy one. */
  readonly clientId?: string;
  readonly busyClientId?: string;
}

/** Writes so many commands into the audit: two of three of clients about their stories, the others of staff, about one client. */
export async function manyCommands({ pool }: Pick<OpenDatabase, 'pool'>, commands: number): Promise<void> {
  const patient = patientPool(pool);
  await patient.query(
    `INSERT INTO audited_command (id, client_id, created_on, by_id, of_client, operation, record_id, outcome, status, request_id, data)
     SELECT 'aud_' || n, 'operator', "on", CASE WHEN is_staff THEN 'stf_1' ELSE 'cu_1' END,
       CASE WHEN NOT is_staff THEN 'cli_' || n % 100 END, 'changeClient',
       CASE WHEN is_staff THEN '${BUSY_CLIENT}' ELSE 'pi_' || lpad((n / 5)::text, 26, '0') END, 'SUCCEEDED', 200, 'req_' || n,
       json_build_object('id', 'aud_' || n, 'on', "on", 'by', NULL, 'apiKeyId', NULL, 'client', NULL, 'operation', 'changeClient',
         'recordId', NULL, 'outcome', 'SUCCEEDED', 'status', 200, 'problem', NULL, 'requestId', 'req_' || n, 'traceId', md5('staff' || n),
         'approvalId', CASE WHEN is_staff THEN 'apr_' || n END)
     FROM (SELECT n, n % 3 = 0 AS is_staff,
             to_char(timestamp '2025-12-01' + n * interval '60 seconds', 'YYYY-MM-DD"T"HH24:MI:SS.MS') AS "on"
           FROM generate_series(0, ${commands - 1}) AS n) AS made`,
  );
  await patient.query('VACUUM (ANALYZE) audited_command');
  await patient.end();
}

/** Writes so many events into the index: stories, with requests, traces, beneficiaries and wallets. */
export async function manyEvents(
  { pool }: Pick<OpenDatabase, 'pool'>,
  events: number,
  { eventsOfStory = 10, from = 0, clientId, busyClientId = BUSY_CLIENT }: Stories = {},
): Promise<void> {
  const patient = patientPool(pool);
  const owner = clientId
    ? `'${clientId}'`
    : `CASE WHEN story % 10 = 0 THEN '${busyClientId}' ELSE 'cli_' || story % 100 END`;
  const id = (kind: string) => `'${kind}_' || lpad(story::text, 26, '0')`;
  await patient.query(
    `INSERT INTO timeline_event (source, message_id, stream_id, version, type, occurred_on, client_id, correlation_id,
       causation_id, trace_id, actor, summary, record_ids, money, record)
     SELECT 'payments', ${id('pi')} || '/' || v, ${id('pi')}, v, 'payment_instruction.filled',
       to_char(timestamp '2025-12-01' + n * interval '30 seconds', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), ${owner},
       'req_' || n / 2, CASE WHEN v > 1 THEN ${id('pi')} || '/' || (v - 1) END, md5(story::text), NULL, 'The payment instruction has its price.',
       ARRAY[${id('pi')}, ${id('con')}, ${id('pmt')}, 'ben_' || story % 1000],
       '{"amounts":[{"ccyCode":"EUR","value":100}],"postings":[],"bankMessage":null}',
       ('{"id":"' || ${id('pi')} || '","status":"FILLED"}')::json
     FROM (SELECT n, ${from} + n / ${eventsOfStory} AS story, n % ${eventsOfStory} + 1 AS v
           FROM generate_series(0, ${events - 1}) AS n) AS made`,
  );
  await patient.query(
    `INSERT INTO timeline_reference (reference, occurred_on, seq, client_id)
     SELECT DISTINCT reference, occurred_on, seq, client_id FROM timeline_event,
       unnest(record_ids || ARRAY[correlation_id, trace_id]
         || CASE WHEN client_id = '${busyClientId}' THEN ARRAY['${BUSY_WALLET}'] ELSE '{}' END) AS reference
     WHERE NOT EXISTS (SELECT FROM timeline_reference AS known WHERE known.reference = timeline_event.trace_id)
     ORDER BY reference, occurred_on, seq`,
  );
  await patient.query('VACUUM (ANALYZE) timeline_event, timeline_reference');
  await patient.end();
}

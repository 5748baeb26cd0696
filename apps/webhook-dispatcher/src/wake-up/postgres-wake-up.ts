import { Queue, Worker, createPostgresBackend, runMigrations } from 'bullmq';
import pg from 'pg';
import { BullWakeUp, JOB_OPTIONS, type OpenQueue, QUEUE, WORKER_OPTIONS } from './bull-wake-up.js';

/** BullMQ's own schema beside our tables. */
const SCHEMA = 'bullmq';
/** One listens for as long as the worker lives; the others add, fetch and finish. */
const CONNECTIONS = 4;

/** Wake-ups in the service's own database: nothing to install, and not a service more that can be away. */
export const postgresWakeUp = (databaseUrl: string, onError: (error: unknown) => void) =>
  new BullWakeUp(() => open(databaseUrl, onError), onError);

async function open(databaseUrl: string, onError: (error: unknown) => void): Promise<OpenQueue> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    // A wake-up that a power cut takes is found by the sweep: it need not wait for the disk.
    options: `-c search_path=${SCHEMA} -c synchronous_commit=off`,
    application_name: 'corridor webhook wake-up',
  });
  pool.on('error', onError); // a connection that the server ended; the pool replaces it
  const client = await pool.connect();
  try {
    await runMigrations(client, SCHEMA);
  } finally {
    client.release();
  }
  const queue = new Queue(QUEUE, { connection: pool, defaultJobOptions: JOB_OPTIONS }, createPostgresBackend);
  return {
    queue,
    work: (handle) =>
      new Worker(QUEUE, handle, { connection: pool, ...WORKER_OPTIONS }, createPostgresBackend),
    close: () => pool.end(),
  };
}

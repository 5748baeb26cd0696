import { Pool } from 'pg';
import { SERVICES, type ServiceName } from './composition.js';

export type Rows = Record<string, any>[];

/** Direct access to the services' databases. */
export class Databases {
  private readonly pools: ReadonlyMap<ServiceName, Pool>;

  constructor(serverUrl: string) {
    const poolOf = (service: ServiceName) => {
      const url = new URL(serverUrl);
      url.pathname = `/corridor_${service.replaceAll('-', '_')}`;
      const pool = new Pool({ connectionString: url.href, application_name: 'test', max: 3 });
      return pool.on('error', () => undefined); // the pool replaces an idle connection that was lost
    };
    this.pools = new Map(SERVICES.map((service) => [service, poolOf(service)]));
  }

  async query(service: ServiceName, text: string, values: unknown[] = []): Promise<Rows> {
    return (await this.poolOf(service).query(text, values)).rows as Rows;
  }

  /** The rows of all services, each with the service's name. */
  async everywhere(text: string): Promise<Rows> {
    const found = SERVICES.map(async (service) =>
      (await this.query(service, text)).map((row) => ({ service, ...row })),
    );
    return (await Promise.all(found)).flat();
  }

  /** Blocks writes to a table, or everything with `ACCESS EXCLUSIVE`, until the returned function is called. */
  async locked(
    service: ServiceName,
    table: string,
    mode: 'SHARE' | 'ACCESS EXCLUSIVE',
  ): Promise<() => Promise<void>> {
    const connection = await this.poolOf(service).connect();
    await connection.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`);
    return async () => {
      await connection.query('ROLLBACK');
      connection.release();
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.end()));
  }

  private poolOf = (service: ServiceName) => this.pools.get(service) as Pool;
}

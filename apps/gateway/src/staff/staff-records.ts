import { Database, EventStore } from '@corridor/event-store';
import type { StaffResource } from '@corridor/gateway-contract';
import { type CommandContext, isForTwo } from '@corridor/http';
import { refuse } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { givenBy } from '../token/given-password.js';
import { type Others, type Staff, type StaffDetails, type StaffEvent, createStaff, staff } from './staff.js';
import { unique } from '../operator/unique.js';

const ADMINISTRATORS = `SELECT 1 FROM staff WHERE status = 'ACTIVE' AND (data -> 'roles')::jsonb ? 'administrator'`;

/** Commands on members of staff that have to know of the others. */
@Injectable()
export class StaffRecords {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
  ) {}

  /** With the operator key, only as the first one: of several at once, one is created. */
  create(id: string, details: StaffDetails, command: CommandContext) {
    const given = givenBy(command.caller);
    const create = () => this.store.handle(staff, id, (state) => createStaff(state, details, given), command);
    if (command.caller.user) return unique('staff_login_email', 'email', create);
    return this.database.exclusively('administrators', async (sql) => {
      if ((await sql.query('SELECT 1 FROM staff LIMIT 1')).length > 0) throw refuse('unauthenticated');
      return create();
    });
  }

  /** One at a time, so that two administrators cannot remove each other. */
  administer(id: string, decide: (state: Staff, others: Others) => StaffEvent[], command: CommandContext) {
    const least = isForTwo(command, 'roles') || isForTwo(command, 'staff') ? 2 : 1;
    return this.database.exclusively('administrators', async (sql) => {
      const others = await sql.query(`${ADMINISTRATORS} AND id <> $1 LIMIT ${least}`, [id]);
      const administer = others.length >= least;
      return this.store.handle(staff, id, (state) => decide(state, { administer }), command);
    });
  }

  /** Nobody can approve what the only administrator does with staff. */
  async areTwoAdministrators(): Promise<boolean> {
    return (await this.database.query(`${ADMINISTRATORS} LIMIT 2`)).length === 2;
  }

  /** @throws Refusal not_found */
  async member(id: string): Promise<StaffResource> {
    const [row] = await this.database.query<{ data: string }>('SELECT data::text FROM staff WHERE id = $1', [
      id,
    ]);
    if (!row) throw refuse('not_found');
    return JSON.parse(row.data) as StaffResource;
  }
}

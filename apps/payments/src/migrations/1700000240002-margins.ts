import { migrationOf } from '@corridor/event-store';

/** The margin plans of clients, as conversions says. The client '' stands for all without their own. */
export const Margins1700000240002 = migrationOf(
  'Margins1700000240002',
  [
    `CREATE TABLE margin_plan (
       id               text PRIMARY KEY,
       basis_points     double precision NOT NULL,
       rules            json NOT NULL,
       maximum_slippage double precision
     )`,
    `CREATE TABLE client_margin_plan (
       client_id text PRIMARY KEY,
       plan_id   text
     )`,
  ],
  'margin plans are kept here',
);

import { migrationOf } from '@corridor/event-store';

/** What each member of staff has entered without a second person, by the day (UTC). */
export const HedgedAlone1700000500001 = migrationOf(
  'HedgedAlone1700000500001',
  [
    `CREATE TABLE hedged_alone (
      user_id       text NOT NULL,
      day           text NOT NULL,
      hedge_id      text NOT NULL,
      is_cancelled  boolean NOT NULL,
      buy_ccy_code  text NOT NULL,
      buy_minor     numeric NOT NULL,
      sell_ccy_code text NOT NULL,
      sell_minor    numeric NOT NULL,
      PRIMARY KEY (user_id, day, hedge_id, is_cancelled)
    )`,
  ],
  'hedges count for the limit of a day',
);

import { migrationOf, valueIndexes } from '@corridor/event-store';

/** The record of a client names the plans that staff have assigned to it. */
export const PlansOfClients1700000370000 = migrationOf(
  'PlansOfClients1700000370000',
  [
    `UPDATE client SET data = (left(data::text, -1) || ',"marginPlanId":null,"feePlanId":null}')::json`,
    'ALTER TABLE client ADD margin_plan_id text COLLATE "C", ADD fee_plan_id text COLLATE "C"',
    ...valueIndexes('client', 'created_on DESC, id DESC', [], ['margin_plan_id', 'fee_plan_id']),
  ],
  'the record of a client has these fields',
);

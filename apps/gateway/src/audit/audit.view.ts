import type { ReadModel, RetentionPolicy } from '@corridor/event-store';
import { operatorCollections } from '@corridor/gateway-contract';
import { searchable } from '@corridor/search';

export const audit: ReadModel = {
  table: 'audited_command',
  searchable: searchable(operatorCollections.audit),
  columns: {
    id: 'id',
    on: 'created_on',
    'by.id': 'by_id',
    'client.id': 'of_client',
    operation: 'operation',
    recordId: 'record_id',
    outcome: 'outcome',
    status: 'status',
    problem: 'problem',
    requestId: 'request_id',
  },
  counters: [{ table: 'audited_command_count', columns: ['outcome'] }],
};

/** By a function of the owner: the service itself may not delete entries. */
export const auditedCommands = (days: number): RetentionPolicy => ({
  name: 'audited commands',
  setting: 'AUDIT_DAYS',
  days,
  due: () => ({
    from: `audited_command WHERE client_id = 'operator'
      AND created_on < to_char(now() AT TIME ZONE 'UTC' - make_interval(days => $1), 'YYYY-MM-DD')`,
    ...{ order: 'created_on, id', time: `created_on || 'Z'`, values: [days] },
  }),
  batch: (limit) => ({ text: 'SELECT remove_audited_commands($1, $2)', values: [days, limit] }),
});

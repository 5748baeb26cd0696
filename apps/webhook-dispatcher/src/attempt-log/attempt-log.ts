import { type ReadModel, recordsOfAllClients } from '@corridor/event-store';
import { operatorSearches, searches } from '@corridor/http';
import { searchables } from '@corridor/search';
import { notifications } from '../notification/notification.js';

/** The public record of each attempt. The rows are written with the result: `record_attempt`. */
export const attempts: ReadModel = {
  table: 'webhook_notification_attempt',
  searchable: searchables.webhookNotificationAttempts,
  columns: { id: 'id', 'notification.id': 'notification_id', startedOn: 'started_on' },
};

/** An extension: the attempts of one notification, the last one first. */
export const AttemptSearches = searches(attempts, {
  tag: 'Webhooks',
  path: 'webhook-notifications/:id/attempts',
  operation: 'searchWebhookNotificationAttempts',
  words: 'the delivery attempts of a webhook notification',
  isExtension: true,
  within: async ({ id = '' }, caller, { readModels }) => {
    await readModels.one(notifications, id, caller);
    return { 'notification.id': id };
  },
});

/** The same for staff, of any client. */
export const AttemptRecords = operatorSearches(recordsOfAllClients(attempts), {
  tag: 'Records',
  path: 'webhook-notifications/:id/attempts',
  operation: 'searchAttemptsOfAnyClient',
  words: 'the delivery attempts of a webhook notification of any client',
  within: async ({ id = '' }, readModels) => {
    await readModels.ofAnyClient(notifications, id);
    return { 'notification.id': id };
  },
});

import { type Call, type ClientCommand, type Outcome, data } from './client-command.js';

export const resend: ClientCommand = {
  words: ['webhooks', 'resend'],
  parameters: ['<notificationId>…'],
  summary: 'Sends copies of webhook notifications, at once',
  description:
    'To the URL that their subscription has now. Which notifications there are: corridor search webhook-notifications',
  options: {},
  run: send,
};

async function send({ corridor, parameters }: Call): Promise<Outcome> {
  const copies = [];
  for (const id of parameters) copies.push(await corridor.redeliverWebhookNotification(id));
  return data(copies);
}

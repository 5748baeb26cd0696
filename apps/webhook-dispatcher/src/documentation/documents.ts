import { topicsDocument, webhooksDocument } from './asyncapi.js';
import { eventPage } from './event-page.js';
import { deliveryExamples } from './examples.js';

/** The generated documents, by file. They are formatted by nobody else: `.prettierignore` lists them. */
export const documents = (): Record<string, string> => ({
  'docs/webhook-events.md': eventPage(deliveryExamples()),
  'docs/asyncapi.json': json(webhooksDocument()),
  'docs/asyncapi-topics.json': json(topicsDocument()),
});

const json = (document: object) => `${JSON.stringify(document, null, 2)}\n`;

import { topicsDocument, webhooksDocument } from './asyncapi.js';
import { eventPage } from './event-page.js';
import { deliveryExamples } from './examples.js';

/** The generated documents, by file: artefacts of the build in dist/docs. */
export const documents = (): Record<string, string> => ({
  'webhook-events.md': eventPage(deliveryExamples()),
  'asyncapi.json': json(webhooksDocument()),
  'asyncapi-topics.json': json(topicsDocument()),
});

const json = (document: object) => `${JSON.stringify(document, null, 2)}\n`;

import { asyncApi } from './asyncapi.js';
import { eventPage } from './event-page.js';
import { deliveryExamples } from './examples.js';

/** The generated documents, by file. They are formatted by nobody else: `.prettierignore` lists them. */
export const documents = (): Record<string, string> => ({
  'docs/webhook-events.md': eventPage(deliveryExamples()),
  'docs/asyncapi.json': `${JSON.stringify(asyncApi(), null, 2)}\n`,
});

import { EXAMPLE_DAY } from '@corridor/http';
import { exampleIds, exampleOfOperation } from '../seed/demo-records.js';
import { demoSettings } from '../settings.js';

const { email, password, apiKey } = demoSettings.read({});

/** What the examples of the document use, so that each of them can be sent to a new sandbox. */
export const tryIt = {
  day: EXAMPLE_DAY,
  credentials: { apiKey, operatorKey: 'corridor-operator-key' },
  ids: exampleIds,
  idOf: exampleOfOperation,
  bodyOf: { issueToken: { email, password } } as Readonly<Record<string, object>>,
};

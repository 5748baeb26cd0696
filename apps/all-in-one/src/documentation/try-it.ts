import { EXAMPLE_DAY } from '@corridor/http';
import { exampleIds, exampleOfOperation } from '../seed/example-ids.js';
import { demoSettings } from '../settings.js';

const { email, password, apiKey, staffEmail, staffPassword, staffApiKey } = demoSettings.read({});

/** What the examples of the document use, so that each of them can be sent to a new sandbox. */
export const tryIt = {
  day: EXAMPLE_DAY,
  credentials: { apiKey, staffKey: staffApiKey },
  ids: exampleIds,
  idOf: exampleOfOperation,
  bodyOf: {
    issueToken: { email, password },
    issueStaffToken: { email: staffEmail, password: staffPassword },
    changeOwnStaffPassword: { currentPassword: staffPassword, password: staffPassword },
  } as Readonly<Record<string, object>>,
};

import { recordQuery } from '../../api/queries.js';
import type { ApiKey } from '../../api/records.js';

/** Those of the user, newest first. */
export const keysQuery = () => recordQuery<readonly ApiKey[]>('/v1/api-keys');

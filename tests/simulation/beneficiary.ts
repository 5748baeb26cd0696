import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The body of the sandbox's own beneficiary with an account in euros. */
export const [, , beneficiary] = JSON.parse(
  readFileSync(join(process.cwd(), 'apps/all-in-one/src/seed/beneficiaries.json'), 'utf8'),
) as [object, object, object];

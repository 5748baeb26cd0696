import type { Money, ProblemCode } from '@corridor/kernel';
import { Type } from 'typebox';
import { named } from './schema.js';

/**
 * Schemas that occur in messages but not in the public records. The schema describes the wire form that `encodeJson`
 * writes; the type is the decoded form that `decodeJson` gives.
 */

/** {@link Money}: on the wire `minor` is a decimal string, decoded it is a `bigint`. */
export const moneyOnWire = Type.Unsafe<Money>(
  named(
    'MinorUnits',
    { ccyCode: Type.String(), minor: Type.String({ pattern: '^-?\\d+$' }) },
    'An amount in minor units of its currency.',
  ),
);

/** Why a request was declined. Codes may be added, so schemas do not list them. */
export const problemCode = Type.Unsafe<ProblemCode>(
  Type.String({ pattern: '^[a-z]+(_[a-z]+)*$', description: 'The code of a problem, see `/problems`.' }),
);

import type { Money, ProblemCode } from '@corridor/kernel';
import { Type } from 'typebox';
import { named } from './schema.js';

/**
 * What stands in messages and not in the public records. The schema describes the wire form that `encodeJson` writes;
 * the type is the decoded form that `decodeJson` gives.
 */

/** {@link Money}: on the wire `minor` is a decimal string, decoded it is a `bigint`. */
export const moneyOnWire = Type.Unsafe<Money>(
  named(
    'MinorUnits',
    { ccyCode: Type.String(), minor: Type.String({ pattern: '^-?\\d+$' }) },
    'An amount in minor units of its currency.',
  ),
);

/** Why something was declined. Codes may be added, so no list of them is part of a schema. */
export const problemCode = Type.Unsafe<ProblemCode>(
  Type.String({ pattern: '^[a-z]+(_[a-z]+)*$', description: 'The code of a problem, see `/problems`.' }),
);

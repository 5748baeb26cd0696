import { schemas } from '@corridor/contracts';
import { fixtures } from '../message-fixtures.js';
import { DocumentSchemas } from './document-schemas.js';

const own = new DocumentSchemas({ components: {} });
const schemaOf: Record<string, object> = {
  conversion: schemas.conversion,
  payment_instruction: schemas.paymentInstruction,
  payment: schemas.payment,
  inbound_funds: schemas.inboundFunds,
  transaction: schemas.transaction,
};

const told = fixtures().flatMap(({ type, version, message }) => {
  const { resource } = message.data as { resource?: unknown };
  return resource === undefined ? [] : [{ type, version, resource }];
});

test('messages that tell of a record are many', () => {
  expect(told.length).toBeGreaterThan(18);
});

test.each(told)(
  'the record in version $version of $type is as the documentation says',
  ({ type, resource }) => {
    expect(own.issues(schemaOf[type.split('.')[0] ?? ''] as object, resource)).toEqual([]);
  },
);

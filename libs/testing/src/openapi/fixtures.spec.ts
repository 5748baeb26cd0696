import { messageRegistry, messages } from '@corridor/services';
import { fixtures } from '@corridor/services/testing';
import { DocumentSchemas } from './document-schemas.js';

const own = new DocumentSchemas({ components: {} });
const examples = fixtures().flatMap(({ type, version, message }) => {
  const { resource } = messageRegistry.read(message).data as { resource?: unknown }; // null where a field was added since
  return resource === undefined ? [] : [{ type, version, resource }];
});

test('there are many messages with a record', () => {
  expect(examples.length).toBeGreaterThan(18);
});

test.each(examples)(
  'the record in version $version of $type is as the documentation says',
  ({ type, resource }) => {
    expect(own.issues(messages[type].data.properties['resource'] as object, resource)).toEqual([]);
  },
);

import { eventStoreMigrations, unsafeIn } from '@corridor/event-store';
import { services } from './modules.js';

test.each(services.map(({ name, migrations }) => [name, migrations] as const))(
  'no migration of %s makes commands wait, or takes away what the version before reads',
  async (_, migrations) => expect(await unsafeIn([...eventStoreMigrations, ...migrations])).toEqual([]),
);

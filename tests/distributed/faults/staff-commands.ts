import { Api } from '../../support/api.js';
import { SERVICES } from '../../support/composition/composition.js';
import { killedApprovals, killedCommand } from '../../support/killed-staff-commands.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { composition, databases } from '../support/shared.js';

const mortal = {
  operator: () => new Api(composition.url, DEMO_STAFF),
  query: (service: 'gateway' | 'conversions', text: string) => databases.query(service, text),
  kill: () => Promise.all(SERVICES.map((service) => composition.kill9(service))),
  start: () => Promise.all(SERVICES.map((service) => composition.restart(service))),
};

test('a command of a gateway that is killed while it is executed is in the audit, without an outcome', () =>
  killedCommand(mortal));

test('a command that was approved takes effect once, although its service and the gateway are killed', () =>
  killedApprovals(mortal));

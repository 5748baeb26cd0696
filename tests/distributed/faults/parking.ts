import { Api } from '../../support/api.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { parkedInstruction } from '../../support/parked-instruction.js';
import { SERVICES } from '../../support/composition/composition.js';
import { composition, databases } from '../support/shared.js';

test('a reaction that fails for one instruction stops that one only, until an operator redrives it', () =>
  parkedInstruction({
    operator: () => new Api(composition.url, DEMO_STAFF),
    conversions: (text) => databases.query('conversions', text),
    async restart() {
      await Promise.all(SERVICES.map((service) => composition.stop(service)));
      await Promise.all(SERVICES.map((service) => composition.restart(service)));
    },
  }));

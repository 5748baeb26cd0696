import { Api } from '../../support/api.js';
import { parkedInstruction } from '../../support/parked-instruction.js';
import { SERVICES } from '../../support/composition/composition.js';
import { composition, databases } from '../support/shared.js';

test('a reaction that fails for one instruction stops that one only, until an operator redrives it', () =>
  parkedInstruction({
    operator: () => new Api(composition.url, { 'x-operator-key': 'corridor-operator-key' }),
    conversions: (text) => databases.query('conversions', text),
    async restart() {
      await Promise.all(SERVICES.map((service) => composition.stop(service)));
      await Promise.all(SERVICES.map((service) => composition.restart(service)));
    },
  }));

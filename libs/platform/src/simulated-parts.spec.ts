import { NonProduction } from '@corridor/http';
import { Controller, type ModuleMetadata } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { refuseSimulatedParts } from './simulated-parts.js';

class SimulatedBank {
  readonly isSimulated = true;
}
class RealBank {
  readonly isSimulated = false;
}
@NonProduction()
@Controller('v1/simulators')
class Simulators {}
@Controller('v1')
class Payments {}

async function refuse(inner: ModuleMetadata) {
  const module = { module: class Inner {}, ...inner };
  const app = await Test.createTestingModule({ imports: [module] }).compile();
  return () => refuseSimulatedParts(app);
}

test.each<[string, ModuleMetadata]>([
  ['by its class', { providers: [SimulatedBank] }],
  ['as a value', { providers: [{ provide: 'bank', useValue: new SimulatedBank() }] }],
  [
    'by a factory that settings decide',
    { providers: [{ provide: 'bank', useFactory: () => new SimulatedBank() }] },
  ],
  ['in place of a real one', { providers: [{ provide: RealBank, useClass: SimulatedBank }] }],
  ['for two ports', { providers: [SimulatedBank, { provide: RealBank, useExisting: SimulatedBank }] }],
])('a simulated provider that is bound %s is refused by name', async (_, metadata) =>
  expect(await refuse(metadata)).toThrow(/^SimulatedBank: simulated parts are refused in PRODUCTION$/),
);

test('so are the controllers of simulators', async () =>
  expect(await refuse({ controllers: [Payments, Simulators] })).toThrow(
    /^Simulators: simulated parts are refused in PRODUCTION$/,
  ));

test('what is real is not', async () =>
  expect(
    await refuse({ controllers: [Payments], providers: [RealBank, { provide: 'nothing', useValue: null }] }),
  ).not.toThrow());

import { freePorts } from './ports.mjs';

// A chaos run (distributed, seed 421) could not start Kafka again: a connection of another program had its port.
it('finds different ports that no outgoing connection takes', async () => {
  const ports = await freePorts(200);
  expect(new Set(ports).size).toBe(200);
  expect(ports.filter((port) => port < 20_000 || port >= 32_768)).toEqual([]);
});

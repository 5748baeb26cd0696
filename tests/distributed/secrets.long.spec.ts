/** On a composition of its own: it starts each process of it three times. */
import './faults/secrets.js';

jest.setTimeout(600_000);

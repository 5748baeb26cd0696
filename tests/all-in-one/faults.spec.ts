/** All that can go wrong with one process, on one that is killed and started again: in the order in which it stands here. */
import './faults/power-cut.js';
import './faults/webhooks.js';

jest.setTimeout(240_000);

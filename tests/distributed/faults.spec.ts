/** All that can go wrong between processes, on one composition: in the order in which it stands here. */
import './faults/lost-response.js';
import './faults/replicas.js';
import './faults/redelivery.js';
import './faults/chaos.js';
import './faults/broker-away.js';
import './faults/webhooks.js';

jest.setTimeout(600_000);

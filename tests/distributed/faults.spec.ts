/** The fault tests between processes, on one shared composition, in this order. */
import './faults/lost-response.js';
import './faults/quotes-and-fees.js';
import './faults/replicas.js';
import './faults/deposits.js';
import './faults/redelivery.js';
import './faults/broker-away.js';
import './faults/postgres-away.js';
import './faults/rewound.js';
import './faults/lost-topics.js';
import './faults/removed-messages.js';
// The following ones make records that the invariants do not know.
import './faults/tracing.js';
import './faults/webhooks.js';
import './faults/parking.js';
import './faults/held-row.js';
import './faults/staff-commands.js';
import './faults/timeline.js';

jest.setTimeout(600_000);

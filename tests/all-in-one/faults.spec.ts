/** The fault tests of a single process, which is killed and restarted, in this order. */
import './faults/power-cut.js';
import './faults/parking.js';
import './faults/held-row.js';
import './faults/deposits.js';
import './faults/closing.js';
import './faults/staff-commands.js';
import './faults/events.js';
import './faults/timeline.js';
import './faults/tracing.js';
import './faults/postgres.js';
import './faults/webhooks.js';

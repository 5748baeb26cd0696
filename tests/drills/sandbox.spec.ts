/** Drills of alerts on a sandbox: each is caused, seen by what its runbook says, and ends when what the runbook says is done. */
import './sandbox/books.js';
import './sandbox/messages.js';
import './sandbox/load.js';
import './sandbox/webhooks.js';
import './sandbox/metrics.js';

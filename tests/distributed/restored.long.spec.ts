/** On a composition of its own: what is rewound after a restore meets messages of the lost history. */
import './faults/restored-database.js';

jest.setTimeout(600_000);

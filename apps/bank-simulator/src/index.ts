/** A bank that Corridor talks to by files, for demonstrations and tests. It is no part of Corridor. */
export { Bank } from './bank.js';
export { Commands } from './commands.js';
export { configurationFrom } from './configuration.js';
export { Disk } from './disk.js';
export { Journal } from './journal.js';
export { State } from './state.js';

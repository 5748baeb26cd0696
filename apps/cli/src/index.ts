export { CAUSED_EVENTS, causeEvent } from './client/trigger.js';
export { type Command, commandsOf } from './command.js';
export type { Document } from './document.js';
export { commandTable } from './page.js';

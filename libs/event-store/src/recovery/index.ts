export { isFence } from './fence.js';
export { type DatabaseState, type RecoveredService, Recovery } from './recovery.js';

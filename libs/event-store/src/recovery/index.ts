export { type DatabaseState, type RecoveredService, Recovery } from './recovery.js';

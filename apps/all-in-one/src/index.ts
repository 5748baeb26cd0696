export { services } from './modules.js';
export { allInOneSettings } from './settings.js';

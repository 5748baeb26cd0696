export { services } from './modules.js';
export { compositionSettings, databaseVariable, seedSettings } from './settings.js';

export { services } from './modules.js';
export { compositionSettings, seedSettings } from './settings.js';

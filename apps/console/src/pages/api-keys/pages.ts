import '../../ui/forms.css';

export { ApiKeys } from './api-keys.js';
export { NewApiKey } from './new-api-key.js';

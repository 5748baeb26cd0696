import '../../ui/forms.css';
import './webhooks.css';

export { EndpointPage } from './endpoint.js';
export { Endpoints } from './endpoints.js';
export { Events } from './events.js';
export { NewEndpoint } from './new-endpoint.js';
export { NotificationPage } from './notification.js';
export { Notifications } from './notifications.js';
export { Playground } from './playground.js';

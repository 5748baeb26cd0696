/**
 * kafkajs without the timers with a negative delay that libs/messaging/src/kafka-idle-patch.ts describes. That patch is
 * for services; tools run before it is built.
 */
import kafkajs from 'kafkajs';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

const { prototype } = RequestQueue;
const original = prototype.scheduleCheckPendingRequests;
prototype.scheduleCheckPendingRequests = function () {
  if (this.pending.length > 0 || this.throttledUntil > Date.now()) original.call(this);
};

export { kafkajs };

declare module 'kafkajs/src/network/requestQueue/index.js';

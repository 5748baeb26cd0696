/** Of the published contract: what the documents of its requests and of its webhooks call themselves. */
export const contractVersion = '1.0.0';

/** The version of the published contract, used in the OpenAPI and AsyncAPI documents. */
export const contractVersion = '1.0.0';

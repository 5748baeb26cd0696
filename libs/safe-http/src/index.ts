export { type FailureKind } from './failure.js';
export { type PostOutcome, type PostOptions, SafeHttp, type SafeHttpOptions } from './safe-http.js';
export { MAX_URL_LENGTH, type UrlIssue, type UrlPolicy, checkUrl } from './url-policy.js';

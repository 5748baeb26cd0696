export { type FailureKind } from './failure.js';
export { type PostOutcome, SafeHttp, type SafeHttpOptions } from './safe-http.js';
export { type UrlPolicy, checkUrl } from './url-policy.js';

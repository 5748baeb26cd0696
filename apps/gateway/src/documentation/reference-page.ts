/** The page with the API reference. It loads nothing from other origins. */
export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>API reference · Corridor</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<header><a href="/">Corridor</a><nav><a href="/openapi.json">openapi.json</a><a href="/docs/webhooks">Webhooks</a><a href="/docs/webhook-events">Webhook events</a><a href="/problems">Problems</a></nav></header>
<div id="reference"></div>
<noscript>This page needs JavaScript; <a href="/openapi.json">the document itself</a> does not.</noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`;

/** `'unsafe-inline'` is for the styles that Swagger UI sets on its elements. */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const REFERENCE_STYLE = `body { margin: 0 }
body > header, nav { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem }
body > header { justify-content: space-between; padding: 1rem 1.25rem; max-width: 1460px; margin: 0 auto; box-sizing: border-box;
  font: .75rem system-ui, sans-serif; letter-spacing: .08em; text-transform: uppercase }
body > header a { color: #5d6b7a; text-decoration: none }
noscript { display: block; padding: 2rem 1.25rem; font: 17px/1.6 system-ui, sans-serif }
.swagger-ui .info { margin: 1rem 0 2rem }
`;

/**
 * @param exampleKey the example idempotency key of the document, which the page replaces with a new one for each command
 */
export const referenceScript = (
  exampleKey: string,
): string => `const exampleKey = ${JSON.stringify(exampleKey)};
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  showExtensions: true,
  validatorUrl: null,
  requestInterceptor: (request) => {
    const name = 'X-IDEMPOTENCY-KEY';
    if (request.headers && request.headers[name] === exampleKey) request.headers[name] = crypto.randomUUID();
    return request;
  },
});
`;

import { type Json, escapeHtml } from '@corridor/http';
import { paragraphs } from './described.js';
import { pathOfOperation } from './operation-page.js';
import type { Entry, Group, Reference } from './reference.js';

/** The main job, step by step. In PRODUCTION without the simulators. */
const JOB: readonly (readonly [operation: string, text: string])[] = [
  ['simulateInboundFunds', 'Receive money. In the sandbox you are the sender.'],
  ['searchBeneficiaries', 'Choose who is paid.'],
  ['createPaymentInstruction', 'Convert and pay with one request.'],
  ['acknowledgePaymentInstruction', 'Accept it, as compliance.'],
  ['fillPaymentInstruction', 'Convert, as the FX desk.'],
  ['sendPaymentInstruction', 'Pay, as the bank.'],
  ['getPaymentInstruction', 'Read its state, and the ids of its conversion and its payment.'],
  ['createWebhookSubscription', 'Or be told of each change.'],
];

/** The content of `/docs`: the main job first, then all operations. */
export function referenceIndex(reference: Reference, description: string): string {
  const steps = JOB.flatMap(([id, text]) => {
    const entry = reference.entries.get(id);
    return entry ? [`<li>${escapeHtml(text)} ${link(entry)}</li>`] : [];
  });
  return `<h1>API reference</h1>
<h2 id="pay-a-beneficiary">Pay a beneficiary in another currency</h2><ol class="job">${steps.join('')}</ol>
<p>Each page has an example in curl, TypeScript and Python, and a form that sends it. The document itself is
<a href="/openapi.json">openapi.json</a>, that for staff <a href="/operator/openapi.json">operator/openapi.json</a>, that of the webhooks <a href="/asyncapi.json">asyncapi.json</a>.</p>
<h2 id="rules">Rules of all operations</h2>${paragraphs(description)}
${reference.groups.map(group).join('')}`;
}

const link = ({ id, method, path }: Entry): string =>
  `<a href="${pathOfOperation(id)}"><span class="method ${method}">${method}</span> <code>${escapeHtml(path)}</code></a>`;

const group = ({ name, description, entries }: Group): string =>
  `<h2 id="${name.toLowerCase().replaceAll(' ', '-')}">${escapeHtml(name)}</h2><p>${escapeHtml(description)}</p>
<ul class="operations">${entries.map((entry) => `<li>${link(entry)} ${escapeHtml(entry.summary)}${folded(entry)}</li>`).join('')}</ul>`;

const folded = ({ aliases }: Entry): string =>
  aliases.length === 0
    ? ''
    : `<details><summary>Equivalent operations: ${aliases.length}</summary><ul>${aliases.map((one) => `<li>${link(one)}</li>`).join('')}</ul></details>`;

/** The introduction of the document. */
export const descriptionOf = (document: Json): string =>
  (document['info'] as { description: string }).description;

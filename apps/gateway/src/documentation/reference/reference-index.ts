import { type Json, escapeHtml } from '@corridor/http';
import { described, paragraphs } from './described.js';
import { pathOfOperation } from './operation-page.js';
import type { Entry, Group, Reference } from './reference.js';

/** What a reference begins with: a job, step by step. */
interface Introduction {
  readonly title: string;
  readonly job: string;
  readonly steps: readonly (readonly [operation: string, text: string])[];
  /** HTML. */
  readonly documents: string;
}

/** In PRODUCTION without the simulators. */
const STEPS: Introduction['steps'] = [
  ['simulateInboundFunds', 'Receive money. In the sandbox you are the sender.'],
  ['searchBeneficiaries', 'Choose who is paid.'],
  ['createPaymentInstruction', 'Convert and pay with one request.'],
  ['acknowledgePaymentInstruction', 'Accept it, as compliance.'],
  ['fillPaymentInstruction', 'Convert, as the FX desk.'],
  ['sendPaymentInstruction', 'Pay, as the bank.'],
  ['getPaymentInstruction', 'Read its state, and the ids of its conversion and its payment.'],
  ['createWebhookSubscription', 'Or be told of each change.'],
];

/** Of `/docs`, and of `/operator/docs`. */
export const INTRODUCTIONS = {
  clients: {
    title: 'API reference',
    job: 'Pay a beneficiary in another currency',
    steps: STEPS,
    documents:
      'The document itself is <a href="/openapi.json">openapi.json</a>, that of the webhooks <a href="/asyncapi.json">asyncapi.json</a>. Staff have a <a href="/operator/docs">reference of their own</a>.',
  },
  staff: {
    title: 'Reference for staff',
    job: 'Let a client in',
    steps: [
      ['issueStaffToken', 'Log in.'],
      ['createClient', 'Create the client.'],
      ['createUser', 'And a user who can log in: with four eyes, this waits.'],
      ['searchApprovals', 'A colleague sees what waits,'],
      ['approveCommand', 'and approves it.'],
      ['setClientDealingLimits', 'Grant it credit.'],
      ['getStaffTimeline', 'Later, read what has happened to any record, and what happens next.'],
    ],
    documents:
      'The document itself is <a href="/operator/openapi.json">operator/openapi.json</a>. Who may do what is in the <a href="/docs/guide/staff">guide for staff</a>, and the <a href="/docs/guide/cli">command line</a> has the same operations. Clients have the <a href="/docs">API reference</a>.',
  },
} as const satisfies Record<string, Introduction>;

/** The content of the first page of a reference: a job first, then all operations. */
export function referenceIndex(
  reference: Reference,
  { title, job, steps: all, documents }: Introduction,
  description: string,
): string {
  const steps = all.flatMap(([id, text]) => {
    const entry = reference.entries.get(id);
    return entry ? [`<li>${escapeHtml(text)} ${link(entry)}</li>`] : [];
  });
  return `<h1>${title}</h1>
<h2 id="first-steps">${job}</h2><ol class="job">${steps.join('')}</ol>
<p>Each page has an example in curl, TypeScript and Python, and a form that sends it. ${documents}</p>
<h2 id="rules">Rules of all operations</h2>${paragraphs(description)}
${reference.groups.map(group).join('')}`;
}

const link = (entry: Entry): string =>
  `<a href="${pathOfOperation(entry)}"><span class="method ${entry.method}">${entry.method}</span> <code>${escapeHtml(entry.path)}</code></a>`;

const group = ({ name, description, entries }: Group): string =>
  `<h2 id="${name.toLowerCase().replaceAll(' ', '-')}">${escapeHtml(name)}</h2><p>${described(description)}</p>
<ul class="operations">${entries.map((entry) => `<li>${link(entry)} ${escapeHtml(entry.summary)}${folded(entry)}</li>`).join('')}</ul>`;

const folded = ({ aliases }: Entry): string =>
  aliases.length === 0
    ? ''
    : `<details><summary>Equivalent operations: ${aliases.length}</summary><ul>${aliases.map((one) => `<li>${link(one)}</li>`).join('')}</ul></details>`;

/** The introduction of the document. */
export const descriptionOf = (document: Json): string =>
  (document['info'] as { description: string }).description;

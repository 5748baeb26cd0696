/** Keys of the demo data begin with this and the code of the client. */
export const keyPrefixOf = (code: string): string => `seed-${code}`;

/** The same for the administrator. */
export const STAFF_KEYS = 'seed-staff';
export const FIRST_ADMINISTRATOR = 'administrator';
/** Members of staff whom the examples change; the last one leaves. */
export const COLLEAGUES = ['colleague', 'leaver'] as const;
export const STAFF_KEY_TO_REVOKE = 'key-to-revoke';
/** A client without money that is suspended. */
export const CLIENT_TO_CLOSE = 'client-to-close';
/** Whoever asks for what the administrator approves or rejects; with the administrator's password. */
export const ASKER = 'operations';
export const ASKED = ['approval', 'approval-to-reject'] as const;

/** The client whose records the examples of the API reference use. */
export const EXAMPLE_CLIENT = 'ACME';

/** The second user of that client, a maker. */
export const MAKER_EMAIL = 'maker@corridor.example';

/** The place of the beneficiary that is paid, in the list of beneficiaries. */
export const PAYEE = 3;

/** A request that creates a record, or moves one. */
export interface Step {
  /** With `{id}` for the record that the first step of the list creates. */
  readonly path: string;
  readonly body: object;
  readonly key: string;
}

export type Story = readonly [Step, ...Step[]];

/** A record is needed in each state in which an operation accepts it: an example that was tried leaves the others alone. */
export function stories(beneficiaryId: string, today: string): readonly Story[] {
  const instruction = (name: string, ...moves: string[]) =>
    story(`instruction-${name}`, '/v1/payment-instructions', instructionBody(beneficiaryId, today), moves);
  const payment = (name: string, ...moves: string[]) =>
    story(`payment-${name}`, '/v1/payments', paymentBody(beneficiaryId, today), moves);
  const bySwift = { ...paymentBody(beneficiaryId, today), paymentType: 'PRIORITY', chargeType: 'SHARED' };
  const conversion = (name: string, ...moves: string[]) =>
    story(`conversion-${name}`, '/v1/conversions', CONVERSION, moves);
  const funds = (name: string) =>
    story(`funds-${name}`, '/v1/simulators/inbound-funds/credit', PENDING_FUNDS);
  return [
    ...['with-fee', 'to-acknowledge', 'to-cancel', 'to-reject', 'to-fail', 'to-stop'].map((name) =>
      instruction(name),
    ),
    instruction('to-fill', 'acknowledge'),
    instruction('to-send', 'acknowledge', 'fill'),
    instruction('to-move', 'acknowledge'),
    ...['to-accept', 'to-decline', 'to-agree'].map((name) => instruction(name, 'acknowledge', 'move-price')),
    ...['with-fee', 'to-require-authorisation', 'to-authorise', 'to-cancel'].map((name) => payment(name)),
    ...['to-suspend', 'to-send', 'to-stop'].map((name) => payment(name, 'authorise')),
    payment('to-release', 'authorise', 'suspend'),
    payment('to-complete', 'authorise', 'send'),
    payment('to-fail', 'authorise', 'send'),
    story('payment-by-swift', '/v1/payments', bySwift, ['authorise', 'send']),
    ...['to-exchange', 'to-cancel', 'to-require-deposit'].map((name) => conversion(name)),
    conversion('to-pay-deposit', 'require-deposit'),
    story('conversion-with-costs', '/v1/conversions', { ...CONVERSION, buyCcyCode: 'EUR' }, []),
    [step('quote', '/v1/quotes', CONVERSION)],
    ...['to-credit', 'to-reject'].map(funds),
    [
      step('funding-account', '/v1/linked-funding-accounts', fundingAccount('000456789012')),
      step('funds-to-return', '/v1/simulators/linked-funding-accounts/{id}/pull', { amount: PULLED.USD }),
    ],
    [step('funding-account-to-unlink', '/v1/linked-funding-accounts', fundingAccount('000987654321'))],
    [step('subscription', '/v1/webhook-subscriptions', SUBSCRIPTION)],
    paused('subscription-to-resume'),
    [
      ...paused('subscription-paused'),
      step('ping', '/v1/webhook-subscriptions/{id}/ping', {
        message: 'Sent when the subscription is resumed',
      }),
    ],
    [step('subscription-to-end', '/v1/webhook-subscriptions', SUBSCRIPTION)],
    ...CASES.map((name): Story => [step(`beneficiary-${name}`, '/v1/beneficiaries', onSimulatedList(name))]),
  ];
}

/** What a maker creates: it waits for the user of the demo client. */
export const waitingStories = (beneficiaryId: string, today: string): readonly Story[] =>
  ['to-approve', 'to-reject'].flatMap((name) => [
    [step(`maker-instruction-${name}`, '/v1/payment-instructions', instructionBody(beneficiaryId, today))],
    [step(`maker-payment-${name}`, '/v1/payments', paymentBody(beneficiaryId, today))],
  ]);

/** The last one: once it is SENT, all the others are there. */
export const lastStory = (beneficiaryId: string, today: string): Story =>
  story(
    'instruction-sent',
    '/v1/payment-instructions',
    {
      ...instructionBody(beneficiaryId, today),
      fixedSide: 'SELL',
      amount: SPENT.GBP,
      metadata: LAST,
    },
    ['acknowledge', 'fill', 'send'],
  );

/** What a payment of the demo data sends; three of them are sent. */
const PAID = 320.25;
/** What the last instruction sells, and what those payments send: it is credited beforehand, beside the opening balances. */
export const SPENT = { GBP: 1000, EUR: 3 * PAID };

/** What is pulled from the linked account: the opening balance is so much less. */
export const PULLED: Readonly<Record<string, number>> = { USD: 40 };

/** What the last instruction carries. */
export const LAST = 'demo data complete';

const step = (key: string, path: string, body: object = {}): Step => ({ key, path, body });

function story(key: string, path: string, body: object, moves: readonly string[] = []): Story {
  const collection = path.replace('/v1/', '');
  return [
    step(key, path, body),
    ...moves.map((move) =>
      step(`${key}-${move}`, `/v1/simulators/${collection}/{id}/${move}`, BODIES[move] ?? {}),
    ),
  ];
}

/** Of the moves that need one. */
const BODIES: Readonly<Record<string, object>> = {
  fill: { useIndicativeRateForActualRate: true },
  'move-price': { basisPoints: 100 },
  'require-deposit': { amount: 25 },
};

const paused = (key: string): Story => [
  step(key, '/v1/webhook-subscriptions', SUBSCRIPTION),
  step(`${key}-pause`, '/v1/webhook-subscriptions/{id}/pause'),
];

const instructionBody = (beneficiaryId: string, today: string) => ({
  sellCcyCode: 'GBP',
  buyCcyCode: 'EUR',
  fixedSide: 'BUY',
  amount: 1000,
  beneficiaryId,
  paymentDate: today,
  paymentType: 'REGULAR',
  narrative: 'Invoice 4711',
});

const paymentBody = (beneficiaryId: string, today: string) => ({
  beneficiaryId,
  amount: { ccyCode: 'EUR', value: PAID },
  paymentDate: today,
  paymentType: 'REGULAR',
  narrative: 'Invoice 4713',
});

const CONVERSION = { sellCcyCode: 'GBP', buyCcyCode: 'USD', fixedSide: 'SELL', amount: 250 };
const PENDING_FUNDS = { ccyCode: 'GBP', amount: 75.2, narrative: 'Invoice 1002', outcome: 'PENDING' };
/** Another one than in the example of the operation: an account is linked once. */
const fundingAccount = (accountNumber: string) => ({
  ccyCode: 'USD',
  method: 'ACH_PULL',
  accountHolderName: 'Acme Trading Ltd',
  bankName: 'First Harbor Bank',
  accountNumber,
  routingCode: '021000021',
});
/** Of beneficiaries whom the simulated screening finds: staff have a case about each. */
export const CASES = ['case', 'case-to-clear', 'case-to-block'] as const;
const onSimulatedList = (name: string) => ({
  beneficiaryType: 'INDIVIDUAL',
  displayName: `Sanctioned Person (${name})`,
  individual: { firstName: 'Sanctioned', lastName: 'Person' },
  address: { lines: ['1 High Street'], city: 'London', countryCode: 'GB' },
  bankAccount: {
    bankName: 'Barclays Bank',
    bankCountryCode: 'GB',
    ccyCode: 'GBP',
    accountHolderName: 'Sanctioned Person',
    iban: 'GB29NWBK60161331926819',
    bicSwiftCode: 'NWBKGB2L',
  },
});
/** What staff have recorded from the statement of the bank, by the bank's reference: nobody can match it. */
export const CREDITS = ['DEMO', 'DEMO-TO-MATCH', 'DEMO-TO-RETURN'] as const;
/** Those that are on their way back: the submissions of a sandbox. */
export const RETURNS = ['DEMO-SENT', 'TO-ACCEPT', 'TO-SETTLE', 'TO-REJECT', 'TO-COME-BACK'] as const;
export const bankCredit = (bankReference: string) => ({
  accountNumber: 'GB33BUKB20201555555555',
  ccyCode: 'GBP',
  amount: 12.5,
  valueDate: '2026-11-20',
  bankReference,
  reference: 'Invoice 1042',
  sender: { name: 'Grace Ltd', countryCode: 'GB', accountNumber: '11112222', routingCode: '010004' },
});
/** Files of the bank, which the rail of a sandbox sets aside. */
export const FILES = ['demo', 'to-retry', 'to-discard'] as const;
export const fileContent = (name: string): string => `A file of the bank: ${name}\n`;
/** Virtual accounts in the pools of a sandbox, which has simulated ones for its clients. */
export const POOL = ['GB82WEST12345698765432', 'FR1420041010050500013M02606'] as const;
export const poolFile = [
  'currency,country,iban,bic,bank_name',
  `GBP,GB,${POOL[0]},WESTGB2L,West Bank`,
  `EUR,FR,${POOL[1]},PSSTFRPPXXX,La Banque Postale`,
].join('\n');
/** What dealers have done, by their keys: halts of a pair that nobody trades, and trades with a bank. */
export const HALTS = ['halt', 'halt-to-lift'] as const;
export const halt = { ccyPair: 'EGPMAD', reason: 'Election night' };
export const HEDGES = ['hedge', 'hedge-to-cancel'] as const;
export const hedge = (reference: string) => ({
  buyCcyCode: 'EUR',
  buyAmount: 1_000_000,
  sellCcyCode: 'USD',
  sellAmount: 1_159_100,
  rate: 1.1591,
  counterparty: 'First Bank',
  valueDate: '2099-11-24',
  externalReference: reference,
});
/** What the client of the examples owes, in a currency in which examples receive nothing: what comes in would pay it. */
export const RECEIVABLES = ['receivable', 'receivable-to-collect', 'receivable-to-write-off'] as const;
/** No client has it. */
export const MARGIN_PLAN = 'margin-plan';
export const marginPlan = {
  name: 'Standard',
  basisPoints: 35,
  rules: [{ ccyPair: 'EURGBP', maximumSize: 50_000, basisPoints: 20 }],
};
/** No client has it. */
export const FEE_PLAN = 'fee-plan';
export const feePlan = {
  name: 'Standard',
  rules: [
    {
      paymentType: 'PRIORITY',
      fee: { ccyCode: 'EUR', value: 5 },
      correspondentCharge: { ccyCode: 'EUR', value: 12.5 },
    },
  ],
};
/** Between accounts of Corridor: clients see nothing of it. */
export const ADJUSTMENT = 'adjustment';
export const adjustment = {
  ...{ debit: 'fees', credit: 'settlement', ccyCode: 'GBP', amount: 4.2 },
  reason: 'Fee of the bank, statement of 20 November',
};
/** Of everybody, by their keys: staff have paused the newer one, so the other one does not begin. */
export const RESCREENINGS = ['rescreening', 'rescreening-to-resume'] as const;
const SUBSCRIPTION = {
  targetPlatform: 'Demo',
  targetUrl: 'https://hooks.acme.example/corridor',
  events: ['ping'],
};

import { createHash } from 'node:crypto';
import { bankFileIdOf, bankStatementIdOf } from '@corridor/payments-contract';
import { bankCreditIdOf, poolAccountIdOf } from '@corridor/inbound-funds-contract';
import type { IdPrefix } from '@corridor/kernel';
import { seededId } from '@corridor/platform';
import {
  keyPrefixOf,
  STAFF_KEYS,
  COLLEAGUES,
  STAFF_KEY_TO_REVOKE,
  CLIENT_TO_CLOSE,
  ASKED,
  EXAMPLE_CLIENT,
  PAYEE,
  type CREDITS,
  type RETURNS,
  bankCredit,
  POOL,
  type FILES,
  fileContent,
  type HALTS,
  type HEDGES,
  type RECEIVABLES,
  MARGIN_PLAN,
  ADJUSTMENT,
  FEE_PLAN,
  type CASES,
} from './demo-records.js';

const CLIENT = seededId('cli', 'operator', 'createClient', `${keyPrefixOf(EXAMPLE_CLIENT)}-client`);
const made = (prefix: IdPrefix, operation: string, key: string, scope = CLIENT): string =>
  seededId(prefix, scope, operation, `${keyPrefixOf(EXAMPLE_CLIENT)}-${key}`);

const byOperator = (prefix: IdPrefix, operation: string, key: string) =>
  made(prefix, operation, key, 'operator');
const ofStaff = (prefix: IdPrefix, operation: string, key: string) =>
  seededId(prefix, 'operator', operation, `${STAFF_KEYS}-${key}`);
const instructionId = (name: string) => made('pi', 'createPaymentInstruction', `instruction-${name}`);
const paymentId = (name: string) => made('pmt', 'createPayment', `payment-${name}`);
const conversionId = (name: string) => made('con', 'createConversion', `conversion-${name}`);
const fundsId = (key: string) => made('if', 'simulateInboundFunds', key);
const fundingAccountId = (key: string) => made('lfa', 'linkFundingAccount', key);
const subscriptionId = (name: string) => made('whs', 'createWebhookSubscription', name);
const caseId = (name: (typeof CASES)[number]) =>
  seededId('cas', made('ben', 'createBeneficiary', `beneficiary-${name}`), 'cas', 'screening');
const creditId = (reference: (typeof CREDITS)[number]) => bankCreditIdOf(bankCredit(reference));
const submissionId = (reference: (typeof RETURNS)[number]) =>
  ofStaff('sub', 'returnBankCredit', `return-${reference}`);
const fileId = (name: (typeof FILES)[number]) =>
  bankFileIdOf(createHash('sha256').update(fileContent(name)).digest('hex'));
/** About a line of the demo statement, the first one that a sandbox reads. */
const breakId = (line: number) => `brk_1${String(line).padStart(25, '0')}`;
const haltId = (key: (typeof HALTS)[number]) => ofStaff('hlt', 'haltPair', key);
const hedgeId = (key: (typeof HEDGES)[number]) => ofStaff('hdg', 'recordHedge', key);
const receivableId = (key: (typeof RECEIVABLES)[number]) => ofStaff('rcv', 'recordReceivable', key);
const rescreeningId = (key: string) => ofStaff('rsc', 'startRescreening', key);
const sentPayment = paymentId('to-complete');

/** The record of each kind that examples use, unless {@link exampleOfOperation} names another. */
export const exampleIds: Readonly<Record<string, string>> = {
  cli: CLIENT,
  usr: byOperator('usr', 'createUser', 'user'),
  cu: byOperator('cu', 'createUser', 'user'),
  ak: byOperator('ak', 'createApiKey', 'key-to-revoke'),
  stf: ofStaff('stf', 'createStaff', COLLEAGUES[0]),
  apr: ofStaff('apr', 'discardParkedMessage', ASKED[0]),
  sk: ofStaff('sk', 'createStaffKey', STAFF_KEY_TO_REVOKE),
  wal: made('wal', 'openWallet', 'wallet-GBP'),
  ben: made('ben', 'createBeneficiary', `beneficiary-${PAYEE}`),
  pi: instructionId('sent'),
  con: conversionId('to-exchange'),
  quo: made('quo', 'createQuote', 'quote'),
  pmt: sentPayment,
  bss: sentPayment.replace('pmt_', 'bss_'),
  if: fundsId('credit-GBP'),
  lfa: fundingAccountId('funding-account'),
  txn: seededId('txn', fundsId('credit-GBP'), 'txn', '0'),
  whs: subscriptionId('subscription'),
  cas: caseId('case'),
  rsc: rescreeningId('rescreening'),
  hlt: haltId('halt'),
  hdg: hedgeId('hedge'),
  rcv: receivableId('receivable'),
  mgp: ofStaff('mgp', 'createMarginPlan', MARGIN_PLAN),
  fpl: ofStaff('fpl', 'createFeePlan', FEE_PLAN),
  adj: ofStaff('adj', 'adjustBooks', ADJUSTMENT),
  bc: creditId('DEMO'),
  pca: poolAccountIdOf(POOL[0]),
  sub: submissionId('DEMO-SENT'),
  bf: fileId('demo'),
  bst: bankStatementIdOf({
    ...{ accountNumber: 'GB33BUKB20201555555555', closing: { ccyCode: 'GBP' } },
    ...{ statementId: 'DEMO', version: '1' },
  }),
  brk: breakId(1),
  whn: made('whn', 'pingWebhookSubscription', 'ping'),
};

/** By operationId: the id of the record in the state that the operation needs. */
export const exampleOfOperation: Readonly<Record<string, string>> = {
  acknowledgePaymentInstruction: instructionId('to-acknowledge'),
  cancelPaymentInstruction: instructionId('to-cancel'),
  failPaymentInstruction: instructionId('to-fail'),
  fillPaymentInstruction: instructionId('to-fill'),
  rejectPaymentInstruction: instructionId('to-reject'),
  sendPaymentInstruction: instructionId('to-send'),
  movePaymentInstructionPrice: instructionId('to-move'),
  acceptPaymentInstructionPrice: instructionId('to-accept'),
  declinePaymentInstructionPrice: instructionId('to-decline'),
  stopPayment: paymentId('to-stop'),
  stopPaymentInstruction: instructionId('to-stop'),
  approveMovedPrice: instructionId('to-agree'),
  requirePaymentAuthorisation: paymentId('to-require-authorisation'),
  setPaymentFee: paymentId('with-fee'),
  setPaymentInstructionFee: instructionId('with-fee'),
  authorisePayment: paymentId('to-authorise'),
  suspendPayment: paymentId('to-suspend'),
  releasePayment: paymentId('to-release'),
  cancelPayment: paymentId('to-cancel'),
  completePayment: paymentId('to-complete'),
  failPayment: paymentId('to-fail'),
  movePaymentSwiftMessage: paymentId('by-swift'),
  sendPayment: paymentId('to-send'),
  approvePayment: made('pmt', 'createPayment', 'maker-payment-to-approve'),
  rejectPayment: made('pmt', 'createPayment', 'maker-payment-to-reject'),
  approvePaymentInstruction: made('pi', 'createPaymentInstruction', 'maker-instruction-to-approve'),
  refusePaymentInstruction: made('pi', 'createPaymentInstruction', 'maker-instruction-to-reject'),
  cancelConversion: conversionId('to-cancel'),
  quoteConversionCancellation: conversionId('to-require-deposit'),
  requireConversionDeposit: conversionId('to-require-deposit'),
  payConversionDeposit: conversionId('to-pay-deposit'),
  exchangeConversion: conversionId('to-exchange'),
  simulateCredit: fundsId('funds-to-credit'),
  simulateRejection: fundsId('funds-to-reject'),
  simulateReturn: made('if', 'simulateAchPull', 'funds-to-return'),
  unlinkFundingAccount: fundingAccountId('funding-account-to-unlink'),
  closeClient: ofStaff('cli', 'createClient', CLIENT_TO_CLOSE),
  matchBankCredit: creditId('DEMO-TO-MATCH'),
  returnBankCredit: creditId('DEMO-TO-RETURN'),
  retirePoolAccount: poolAccountIdOf(POOL[1]),
  acceptBankSubmission: submissionId('TO-ACCEPT'),
  settleBankSubmission: submissionId('TO-SETTLE'),
  rejectBankSubmission: submissionId('TO-REJECT'),
  returnBankSubmission: submissionId('TO-COME-BACK'),
  explainBreak: breakId(2),
  retryBankFile: fileId('to-retry'),
  discardBankFile: fileId('to-discard'),
  liftHalt: haltId('halt-to-lift'),
  cancelHedge: hedgeId('hedge-to-cancel'),
  collectReceivable: receivableId('receivable-to-collect'),
  writeOffReceivable: receivableId('receivable-to-write-off'),
  clearScreeningCase: caseId('case-to-clear'),
  blockScreeningCase: caseId('case-to-block'),
  resumeRescreening: rescreeningId('rescreening-to-resume'),
  rejectCommand: ofStaff('apr', 'discardParkedMessage', ASKED[1]),
  disableStaff: ofStaff('stf', 'createStaff', COLLEAGUES[1]),
  archiveBeneficiary: made('ben', 'createBeneficiary', 'beneficiary-0'),
  updateBeneficiary: made('ben', 'createBeneficiary', 'beneficiary-1'),
  revokeApiKey: byOperator('ak', 'createApiKey', 'key-of-operator-to-revoke'),
  getBeneficiarySnapshot: exampleIds['bss'] ?? '',
  resumeWebhookSubscription: subscriptionId('subscription-to-resume'),
  rotateWebhookSecret: subscriptionId('subscription-paused'),
  endWebhookSubscription: subscriptionId('subscription-to-end'),
};

/** A debt of the client. */
export const receivable = () => ({
  ...{ clientId: CLIENT, ccyCode: 'EUR', amount: 1.25, conversionId: conversionId('with-costs') },
  ...{ reference: 'CON-20261121-4F7KQ2', reason: 'Costs of an amended settlement' },
});

/** What needs a second person in a sandbox, too. */
export const discard = {
  service: 'conversions',
  source: 'ledger',
  streamId: CLIENT,
  version: 1,
  reason: 'Corrected by hand',
};

import { contract as conversions } from '@corridor/conversions-contract';
import { contract as gateway } from '@corridor/gateway-contract';
import { contract as inboundFunds } from '@corridor/inbound-funds-contract';
import { contract as ledger } from '@corridor/ledger-contract';
import { contract } from '@corridor/payments-contract';
import type {
  BankSubmissionResource,
  BeneficiaryResource,
  FeePlanResource,
  PaymentInstructionResource,
  PaymentResource,
  PolicyResource,
  ReviewRulesResource,
  ScreeningCaseResource,
} from '@corridor/payments-contract';
import { REMOVES, type Registration } from '@corridor/event-store';
import { readOverrides } from '@corridor/calendars';
import {
  calendarSettings,
  checkedBy,
  clockTurns,
  closingTurns,
  defineService,
  inHistory,
} from '@corridor/platform';
import { bankFileStreams } from './bank-file/bank-file.view.js';
import * as Beneficiary from './beneficiary/beneficiary.js';
import { beneficiaries } from './beneficiary/beneficiary.view.js';
import * as ClientFeePlan from './fees/client-fee-plan.js';
import * as FeePlan from './fees/fee-plan.js';
import { type Assignment, assignmentView, feePlanView } from './fees/fee-plan.view.js';
import { AwaitedFunds1700000480001 } from './migrations/1700000480001-awaited-funds.js';
import { AwaitedConsents1700000360001 } from './migrations/1700000360001-awaited-consents.js';
import { publishFeePlanOf } from './fees/publish-fee-plan.js';
import { Authorisations1700000110002 } from './migrations/1700000110002-authorisations.js';
import { CountedPayments1700000030004 } from './migrations/1700000030004-counted-payments.js';
import { Payments1700000004000 } from './migrations/1700000004000-payments.js';
import { SearchedPayments1700000010004 } from './migrations/1700000010004-searched-payments.js';
import { OwnPayments1700000011000 } from './migrations/1700000011000-own-payments.js';
import { TextsOfPayments1700000031004 } from './migrations/1700000031004-texts-of-payments.js';
import { SortedPayments1700000032004 } from './migrations/1700000032004-sorted-payments.js';
import { CountedChangesOfPayments1700000033004 } from './migrations/1700000033004-counted-changes-of-payments.js';
import { CurrentBeneficiaries1700000052000 } from './migrations/1700000052000-current-beneficiaries.js';
import { BankSubmissions1700000180001 } from './migrations/1700000180001-bank-submissions.js';
import { ClockTurnsOfPayments1700000060004 } from './migrations/1700000060004-clock-turns-of-payments.js';
import { ForwardPoints1700000240003 } from './migrations/1700000240003-forward-points.js';
import { Margins1700000240002 } from './migrations/1700000240002-margins.js';
import { HaltedRates1700000140004 } from './migrations/1700000140004-halted-rates.js';
import { SimulatedRates1700000061000 } from './migrations/1700000061000-simulated-rates.js';
import { ScreeningLists1700000120001 } from './migrations/1700000120001-screening-lists.js';
import { Rescreenings1700000220001 } from './migrations/1700000220001-rescreenings.js';
import { ClientRatings1700000220002 } from './migrations/1700000220002-client-ratings.js';
import { Screening1700000130001 } from './migrations/1700000130001-screening.js';
import { PaymentPolicy1700000220003 } from './migrations/1700000220003-payment-policy.js';
import { ReviewRules1700000135001 } from './migrations/1700000135001-review-rules.js';
import { EnteredPoints1700000370002 } from './migrations/1700000370002-entered-points.js';
import { FeePlans1700000350002 } from './migrations/1700000350002-fee-plans.js';
import { BankFiles1700000390001 } from './migrations/1700000390001-bank-files.js';
import { NamedSubmissions1700000450001 } from './migrations/1700000450001-named-submissions.js';
import { AddressesOfCreditors1700000450002 } from './migrations/1700000450002-addresses-of-creditors.js';
import { ExecutionDates1700000510001 } from './migrations/1700000510001-execution-dates.js';
import { ReturnsOfSubmissions1700000530021 } from './migrations/1700000530021-returns-of-submissions.js';
import { NewPrices1700000300001 } from './migrations/1700000300001-new-prices.js';
import { PaymentsOfAllClients1700000260004 } from './migrations/1700000260004-payments-of-all-clients.js';
import { SearchedScreening1700000530011 } from './migrations/1700000530011-searched-screening.js';
import { UndecidedCases1700000600000 } from './migrations/1700000600000-undecided-cases.js';
import * as PaymentInstruction from './payment-instruction/payment-instruction.js';
import { paymentInstructions } from './payment-instruction/payment-instruction.view.js';
import { keepInstructionOrder, keepPaymentOrder } from './payment/payment-order.js';
import * as Payment from './payment/payment.js';
import { keepSnapshot, payments } from './payment/payment.view.js';
import { examinedRail } from './rail/examined-rail.js';
import { railSettings } from './rail/rail-settings.js';
import { creditReports } from './submission/credit-report.js';
import { statementParts } from './submission/statement-part.js';
import { publishSubmission } from './submission/publish-submission.js';
import * as Submission from './submission/submission.js';
import { keepTask, submissions } from './submission/submission.view.js';
import { publishBeneficiary, publishPayment, publishPaymentInstruction } from './publish.js';
import { publishScreening } from './screening/publish.js';
import * as Screening from './screening/screening.js';
import { keepScreening, screeningCases } from './screening/screening.view.js';
import { listImports } from './screening/list-import.js';
import { rescreenings } from './screening/rescreening.js';
import * as Policy from './policy/payment-policy.js';
import { policyView } from './policy/policy.view.js';
import { publishPolicy } from './policy/publish-policy.js';
import { countryPolicy } from './policy/policy-settings.js';
import * as Review from './screening/review-rules.js';
import { reviewRulesView } from './screening/review-rules.view.js';
import { examinedScreening } from './screening/examined-screening.js';
import { OLD_DAYS } from './screening/screening-health.js';
import { LISTS, screeningSettings } from './screening/screening-settings.js';

const instructionStreams: Registration<
  PaymentInstruction.State,
  PaymentInstruction.Event,
  PaymentInstructionResource
> = {
  aggregate: PaymentInstruction.paymentInstruction,
  view: paymentInstructions,
  projections: [keepInstructionOrder],
  projectsJointly: true,
  archives: ({ status }) => ['SENT', 'CANCELLED', 'REJECTED', 'FAILED'].includes(status),
  publish: publishPaymentInstruction,
};

const paymentStreams: Registration<Payment.State, Payment.Event, PaymentResource> = {
  aggregate: Payment.payment,
  view: payments,
  projections: [keepSnapshot, keepPaymentOrder],
  projectsJointly: true,
  archives: ({ status }) => ['SENT', 'FAILED', 'CANCELLED'].includes(status),
  publish: publishPayment,
};

const beneficiaryStreams: Registration<Beneficiary.State, Beneficiary.Event, BeneficiaryResource> = {
  aggregate: Beneficiary.beneficiary,
  view: beneficiaries,
  publish: publishBeneficiary,
};

const screenings: Registration<Screening.State, Screening.Event, ScreeningCaseResource> = {
  aggregate: Screening.screening,
  view: screeningCases,
  projections: [keepScreening],
  publish: publishScreening,
};

const reviewRules: Registration<
  Review.ReviewRules,
  Review.Event,
  ReviewRulesResource & { readonly id: string }
> = {
  aggregate: Review.reviewRules,
  view: reviewRulesView,
};

const submissionStreams: Registration<Submission.State, Submission.Event, BankSubmissionResource> = {
  aggregate: Submission.submission,
  view: submissions,
  projections: [keepTask],
  projectsJointly: true,
  publish: publishSubmission,
};

const policies: Registration<Policy.State, Policy.Event, PolicyResource & { readonly id: string }> = {
  aggregate: Policy.paymentPolicy,
  view: policyView,
  publish: publishPolicy,
};

const feePlans: Registration<FeePlan.State, FeePlan.Event, FeePlanResource> = {
  aggregate: FeePlan.feePlan,
  view: feePlanView,
};

const clientFeePlans: Registration<ClientFeePlan.State, ClientFeePlan.Event, Assignment> = {
  aggregate: ClientFeePlan.clientFeePlan,
  view: assignmentView,
  publish: publishFeePlanOf,
};

export const service = defineService({
  contract,
  listensTo: [conversions, ledger, gateway, inboundFunds],
  frozenAfterLoss: ['payment_instruction', 'payment', 'bank_submission'],
  migrations: [
    Payments1700000004000,
    SearchedPayments1700000010004,
    OwnPayments1700000011000,
    CountedPayments1700000030004,
    TextsOfPayments1700000031004,
    SortedPayments1700000032004,
    CountedChangesOfPayments1700000033004,
    CurrentBeneficiaries1700000052000,
    ClockTurnsOfPayments1700000060004,
    SimulatedRates1700000061000,
    Authorisations1700000110002,
    BankSubmissions1700000180001,
    ScreeningLists1700000120001,
    Screening1700000130001,
    ReviewRules1700000135001,
    PaymentPolicy1700000220003,
    HaltedRates1700000140004,
    Rescreenings1700000220001,
    ClientRatings1700000220002,
    Margins1700000240002,
    ForwardPoints1700000240003,
    PaymentsOfAllClients1700000260004,
    FeePlans1700000350002,
    EnteredPoints1700000370002,
    NewPrices1700000300001,
    AwaitedConsents1700000360001,
    AwaitedFunds1700000480001,
    BankFiles1700000390001,
    NamedSubmissions1700000450001,
    AddressesOfCreditors1700000450002,
    ExecutionDates1700000510001,
    SearchedScreening1700000530011,
    ReturnsOfSubmissions1700000530021,
    UndecidedCases1700000600000,
  ],
  rights: {
    payment_instruction_count_change: REMOVES,
    payment_count_change: REMOVES,
    beneficiary_count_change: REMOVES,
    clock_turn: REMOVES,
    bank_task: REMOVES,
    funded_in_flight: REMOVES,
  },
  registrations: [
    instructionStreams,
    paymentStreams,
    beneficiaryStreams,
    submissionStreams,
    creditReports,
    statementParts,
    bankFileStreams,
    screenings,
    listImports,
    rescreenings,
    reviewRules,
    policies,
    feePlans,
    clientFeePlans,
    clockTurns,
    closingTurns,
  ],
  dated: [
    {
      what: 'sanctions lists',
      statement: `SELECT (min("on") || 'Z')::timestamptz AS "on"
        FROM (SELECT max(imported_on) AS "on" FROM screening_list_version GROUP BY list) AS newest`,
      oldDays: OLD_DAYS,
      isNeeded: ({ SCREENING }) => SCREENING === LISTS,
    },
  ],
  outside: [examinedRail, ...examinedScreening],
  settings: [
    checkedBy(calendarSettings, ({ overrides }) => readOverrides(overrides)),
    countryPolicy,
    railSettings,
    screeningSettings,
  ],
  unfinished: [
    {
      kind: 'payment instruction',
      from: inHistory('payment_instruction'),
      waitsFor: {
        PENDING: 'screening, a checker of the client, or its consent to a moved price',
        ACKNOWLEDGED: 'its conversion, or funds for it',
        FILLED: 'the value date of its conversion, its payment date, or funds',
      },
    },
    {
      kind: 'payment',
      from: inHistory('payment'),
      waitsFor: {
        DRAFT: 'a checker of the client, or its authorisation',
        READY_TO_SEND: 'its payment date, funds, or a case of screening',
      },
    },
  ],
});

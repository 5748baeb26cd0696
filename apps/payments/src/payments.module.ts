import { startCalendars } from '@corridor/calendars';
import { Clock, type Environment } from '@corridor/kernel';
import { ServiceModule, answersClosings, calendarsAtStart } from '@corridor/platform';
import { ScreeningProvider } from '@corridor/screening';
import { type DynamicModule, Module } from '@nestjs/common';
import { BankFileController, BankFileSearches } from './bank-file/bank-file.controller.js';
import { BankFiles } from './bank-file/bank-files.js';
import {
  BeneficiaryController,
  BeneficiarySearches,
  BeneficiaryRecords,
  BeneficiaryVersions,
} from './beneficiary/beneficiary.controller.js';
import { BeneficiaryFieldsController } from './beneficiary/beneficiary-fields.controller.js';
import { automationIn } from './automation/automation.js';
import { Fills } from './automation/fills.js';
import { PaymentDatesController } from './payment-dates.controller.js';
import {
  PaymentInstructionController,
  PaymentInstructionSearches,
  PaymentInstructionRecords,
  PaymentInstructionVersions,
} from './payment-instruction/payment-instruction.controller.js';
import {
  MovedPriceController,
  MovedPricesOfClients,
  MovedPriceSearches,
} from './payment-instruction/moved-price.controller.js';
import { MovedPrices } from './payment-instruction/moved-prices.js';
import {
  PaymentController,
  PaymentSearches,
  PaymentRecords,
  PaymentVersions,
} from './payment/payment.controller.js';
import { PaymentOrders } from './payment/payment-order.js';
import { CallbackController } from './rail/http/callback.controller.js';
import { PaymentRail } from './rail/payment-rail.js';
import { railFrom, railSettings } from './rail/rail-settings.js';
import { ClientFeePlanController } from './fees/client-fee-plan.controller.js';
import { FeePlanController, FeePlanSearches } from './fees/fee-plan.controller.js';
import { FeePreviewController } from './fees/fee-preview.controller.js';
import { Fees } from './fees/fees.js';
import { Margins } from './margins.js';
import { PaymentsMetrics } from './payments-metrics.js';
import { Rates } from './rates.js';
import { Reactions } from './reactions.js';
import { ListController, ListSearches } from './screening/list.controller.js';
import { ListImportJob } from './screening/list-import-job.js';
import { ScreeningHealth } from './screening/screening-health.js';
import { ScreeningMetrics } from './screening/screening-metrics.js';
import { LoadedLists } from './screening/loaded-lists.js';
import { providerFrom } from './screening/provider-from.js';
import { Policies } from './policy/policies.js';
import { PolicyController } from './policy/policy.controller.js';
import { ReviewRulesController } from './screening/review-rules.controller.js';
import { Reviews } from './screening/reviews.js';
import { screeningSettings } from './screening/screening-settings.js';
import { RescreeningController, RescreeningSearches } from './screening/rescreening.controller.js';
import { CaseController, CaseSearches } from './screening/case.controller.js';
import { service } from './service.js';
import { BankHealth } from './submission/bank-health.js';
import { BankMetrics } from './submission/bank-metrics.js';
import { BankTasks } from './submission/bank-tasks.js';
import { CreditReports } from './submission/credit-reports.js';
import { SentSubmissions } from './submission/sent-submissions.js';
import { StatementReports } from './submission/statement-reports.js';
import { SubmissionJob } from './submission/submission-job.js';
import { SubmissionReactions } from './submission/submission-reactions.js';
import { SubmissionReports } from './submission/submission-reports.js';
import { StopController } from './stop/stop.controller.js';
import { SubmissionController, SubmissionSearches } from './submission/submission.controller.js';

/** Beneficiaries, payment instructions and payments. */
@Module({
  imports: [ServiceModule.for(service)],
  controllers: [
    PaymentInstructionController,
    PaymentInstructionSearches,
    PaymentInstructionRecords,
    PaymentInstructionVersions,
    MovedPriceController,
    MovedPricesOfClients,
    MovedPriceSearches,
    PaymentController,
    PaymentSearches,
    PaymentRecords,
    PaymentVersions,
    StopController,
    BeneficiaryController,
    BeneficiarySearches,
    BeneficiaryRecords,
    BeneficiaryVersions,
    BeneficiaryFieldsController,
    PaymentDatesController,
    FeePlanController,
    FeePlanSearches,
    ClientFeePlanController,
    FeePreviewController,
    SubmissionController,
    SubmissionSearches,
    SubmissionReactions,
    BankFileController,
    BankFileSearches,
    CallbackController,
    ListController,
    ListSearches,
    RescreeningController,
    RescreeningSearches,
    CaseController,
    CaseSearches,
    ReviewRulesController,
    PolicyController,
    Reactions,
    answersClosings('payments', [
      {
        table: 'payment_instruction',
        noun: 'payment instruction',
        statuses: ['PENDING', 'ACKNOWLEDGED', 'FILLED'],
      },
      { table: 'payment', noun: 'payment', statuses: ['DRAFT', 'READY_TO_SEND'] },
      {
        table: 'bank_submission',
        clientColumn: 'of_client',
        noun: 'submission to the bank',
        statuses: ['REQUESTED', 'HANDED_OVER', 'ACCEPTED'],
      },
    ]),
  ],
  providers: [
    Fees,
    Margins,
    Rates,
    PaymentOrders,
    Fills,
    MovedPrices,
    calendarsAtStart(startCalendars),
    Reviews,
    Policies,
    BankTasks,
    BankHealth,
    BankMetrics,
    PaymentsMetrics,
    SubmissionReports,
    CreditReports,
    StatementReports,
    BankFiles,
    SubmissionJob,
    SentSubmissions,
    { provide: PaymentRail, useFactory: railFrom, inject: [railSettings.KEY, Clock, SentSubmissions] },
    LoadedLists,
    ListImportJob,
    ScreeningHealth,
    ScreeningMetrics,
    {
      provide: ScreeningProvider,
      useFactory: providerFrom,
      inject: [screeningSettings.KEY, LoadedLists],
    },
  ],
})
export class PaymentsModule {
  /** With the automation of an environment. */
  static in(environment: Environment): DynamicModule {
    return { module: PaymentsModule, ...automationIn(environment) };
  }
}

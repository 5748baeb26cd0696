import { hkdfSync } from 'node:crypto';
import { Database, SecretCipher } from '@corridor/event-store';
import { startCalendars } from '@corridor/calendars';
import { Clock, type Environment } from '@corridor/kernel';
import { Authenticator, ResponseCipher } from '@corridor/http';
import {
  type PlatformSettings,
  Retention,
  ServiceModule,
  calendarsAtStart,
  platformSettings,
} from '@corridor/platform';
import { type DynamicModule, type FactoryProvider, Global, Module } from '@nestjs/common';
import { ApprovalController, ApprovalSearches } from './approval/approval.controller.js';
import { Approvals, BODY_CIPHER } from './approval/approvals.js';
import { Audit } from './audit/audit.js';
import { AuditController, AuditSearches } from './audit/audit.controller.js';
import { auditedCommands } from './audit/audit.view.js';
import { ApiKeyController } from './api-key/api-key.controller.js';
import { ApiKeys } from './api-key/api-keys.js';
import { OwnApiKeys } from './api-key/own-api-keys.js';
import { ClientClockController } from './client-clock/client-clock.controller.js';
import { ClockReactions } from './client-clock/clock-reactions.js';
import { ClosingReactions } from './client/closing-reactions.js';
import { Introductions } from './client/introductions.js';
import { KnownPolicy } from './client/known-policy.js';
import { PlanReactions } from './client/plan-reactions.js';
import { PolicyReactions } from './client/policy-reactions.js';
import { ScreeningReactions } from './client/screening-reactions.js';
import { ClientSettingsController } from './client/client-settings.controller.js';
import { DocumentationController } from './documentation/documentation.controller.js';
import { CredentialLimit } from './authentication/credential-limit.js';
import { GatewayAuthenticator } from './authentication/gateway-authenticator.js';
import { KeyUse } from './authentication/key-use.js';
import { OwnRequests } from './authentication/own-requests.js';
import { Stopwatch } from './authentication/stopwatch.js';
import { storedDemoCredentials } from './demo-credentials.js';
import { type GatewaySettings, gatewaySettings } from './gateway-settings.js';
import { Identities } from './identities.js';
import { LandingController } from './landing.controller.js';
import { OperatorApiKeyController } from './operator/api-key.controller.js';
import { OperatorClientController } from './operator/client.controller.js';
import {
  OperatorAllApiKeySearches,
  OperatorAllUserSearches,
  OperatorApiKeySearches,
  OperatorClientSearches,
  OperatorUserSearches,
} from './operator/account-searches.js';
import { OperatorSearchFieldController } from './operator/search-field.controller.js';
import { OperatorKey } from './operator/operator-key.js';
import { OperatorLoginController } from './operator/login.controller.js';
import { OperatorRecords } from './operator/operator-records.js';
import { OperatorParkedMessageController } from './operator/parked-message.controller.js';
import { ParkedMessages } from './operator/parked-messages.js';
import { OperatorUserAccessController } from './operator/user-access.controller.js';
import { OperatorUserController } from './operator/user.controller.js';
import { OtherProcesses } from './other-processes.js';
import { service } from './service.js';
import { OwnAccountController } from './staff/own-account.controller.js';
import { StaffAuthentication } from './staff/staff-authentication.js';
import { STAFF_CIPHER } from './staff/staff-cipher.js';
import { StaffController, StaffSearches } from './staff/staff.controller.js';
import { StaffIdentities } from './staff/staff-identities.js';
import { StaffRecords } from './staff/staff-records.js';
import { StaffTokenController } from './staff/staff-token.controller.js';
import { Notifications } from './timeline/notifications.js';
import { Timelines } from './timeline/timeline.js';
import { OperatorTimelineController, TimelineController } from './timeline/timeline.controller.js';
import { TimelineIndex } from './timeline/timeline-index.js';
import { AccessTokens, StaffTokens } from './token/access-tokens.js';
import { UsedPasswords } from './token/used-passwords.js';
import { LoginThrottle } from './token/login-throttle.js';
import { TokenController } from './token/token.controller.js';
import { WhoAmIController } from './who-am-i.controller.js';

/** Signs access tokens. Separate from the key that signs callers, so neither can replace the other. */
const tokenKeyOf = (callerSecret: string) =>
  new Uint8Array(hkdfSync('sha256', callerSecret, '', 'corridor access token', 32));

const noDemoCredentials: FactoryProvider = {
  provide: 'no demo credentials',
  inject: [Database],
  useFactory: async (database: Database) => {
    const found = await storedDemoCredentials(database);
    if (found !== null) throw new Error(found);
    return true;
  },
};

/** Identity, and the entry point of the whole system: it authenticates every request. */
@Global()
@Module({
  imports: [ServiceModule.for(service)],
  controllers: [
    LandingController,
    DocumentationController,
    WhoAmIController,
    TokenController,
    ClientSettingsController,
    ClosingReactions,
    ApiKeyController,
    OperatorClientController,
    OperatorClientSearches,
    OperatorUserSearches,
    OperatorApiKeySearches,
    OperatorAllUserSearches,
    OperatorAllApiKeySearches,
    OperatorUserController,
    OperatorUserAccessController,
    OperatorLoginController,
    OperatorApiKeyController,
    OperatorParkedMessageController,
    StaffTokenController,
    StaffSearches,
    StaffController,
    OwnAccountController,
    OperatorSearchFieldController,
    ScreeningReactions,
    PolicyReactions,
    PlanReactions,
    ApprovalSearches,
    ApprovalController,
    TimelineController,
    OperatorTimelineController,
    AuditSearches,
    AuditController,
  ],
  providers: [
    ApiKeys,
    Approvals,
    Audit,
    CredentialLimit,
    OwnApiKeys,
    Identities,
    KeyUse,
    KnownPolicy,
    LoginThrottle,
    OperatorRecords,
    OtherProcesses,
    ParkedMessages,
    StaffAuthentication,
    StaffIdentities,
    StaffRecords,
    Notifications,
    OwnRequests,
    Stopwatch,
    TimelineIndex,
    Timelines,
    UsedPasswords,
    { provide: Authenticator, useClass: GatewayAuthenticator },
    {
      // Encrypts responses with the secret of a new API key. Stored responses depend on the label.
      provide: SecretCipher,
      useFactory: ({ callerSecret }: PlatformSettings) =>
        new SecretCipher(callerSecret, 'corridor sealed answers'),
      inject: [platformSettings.KEY],
    },
    {
      provide: STAFF_CIPHER,
      useFactory: ({ callerSecret }: PlatformSettings) =>
        new SecretCipher(callerSecret, 'corridor authenticators of staff'),
      inject: [platformSettings.KEY],
    },
    {
      provide: BODY_CIPHER,
      useFactory: ({ callerSecret }: PlatformSettings) =>
        new SecretCipher(callerSecret, 'corridor commands that need a second person'),
      inject: [platformSettings.KEY],
    },
    {
      provide: 'retention of the audit',
      useFactory: (database: Database, { auditDays }: GatewaySettings) =>
        new Retention(service.name, database, [auditedCommands(auditDays)]),
      inject: [Database, gatewaySettings.KEY],
    },
    { provide: ResponseCipher, useExisting: SecretCipher },
    {
      provide: OperatorKey,
      useFactory: ({ operatorKey }: GatewaySettings) => new OperatorKey(operatorKey),
      inject: [gatewaySettings.KEY],
    },
    {
      provide: AccessTokens,
      useFactory: ({ callerSecret, environment }: PlatformSettings, clock: Clock) =>
        new AccessTokens(tokenKeyOf(callerSecret), environment, clock),
      inject: [platformSettings.KEY, Clock],
    },
    {
      provide: StaffTokens,
      useFactory: ({ callerSecret, environment }: PlatformSettings, clock: Clock) =>
        new StaffTokens(tokenKeyOf(callerSecret), environment, clock),
      inject: [platformSettings.KEY, Clock],
    },
  ],
  exports: [Authenticator, Approvals],
})
export class GatewayModule {
  /** Test clocks exist in the SANDBOX only; without them if the class itself is imported. */
  static in(environment: Environment): DynamicModule {
    if (environment === 'PRODUCTION')
      return { module: GatewayModule, providers: [noDemoCredentials, Introductions] };
    return {
      module: GatewayModule,
      controllers: [ClientClockController, ClockReactions],
      providers: [calendarsAtStart(startCalendars)],
    };
  }
}

import { hkdfSync } from 'node:crypto';
import { Database, SecretCipher } from '@corridor/event-store';
import { startCalendars } from '@corridor/calendars';
import { Clock, type Environment } from '@corridor/kernel';
import { Authenticator, ResponseCipher } from '@corridor/http';
import {
  type PlatformSettings,
  Retention,
  RunningService,
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
import { ConsoleController } from './console/console.controller.js';
import { SessionController } from './console/session.controller.js';
import { DocumentationController } from './documentation/documentation.controller.js';
import { CredentialLimit } from './authentication/credential-limit.js';
import { GatewayAuthenticator } from './authentication/gateway-authenticator.js';
import { KeyUse } from './authentication/key-use.js';
import { OwnRequests } from './authentication/own-requests.js';
import { Stopwatch } from './authentication/stopwatch.js';
import { storedDemoCredentials } from './demo-credentials.js';
import { CallbackThrottle } from './forwarding/callback-throttle.js';
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
import { AskedServices } from './operations/asked-services.js';
import { OperationsController } from './operations/operations.controller.js';
import { OperatorSearchFieldController } from './operator/search-field.controller.js';
import { OperatorKey } from './operator/operator-key.js';
import { OperatorLoginController } from './operator/login.controller.js';
import { OperatorRecords } from './operator/operator-records.js';
import { GatewaySecrets } from './operations/gateway-secrets.js';
import { MessageTraces } from './operations/message-traces.js';
import { OperatorParkedMessageController } from './operator/parked-message.controller.js';
import { ParkedMessages } from './operator/parked-messages.js';
import { OperatorUserAccessController } from './operator/user-access.controller.js';
import { OperatorUserController } from './operator/user.controller.js';
import { OtherProcesses } from './other-processes.js';
import { RequestLog } from './request-log/request-log.js';
import { RequestLogSearches, loggedRequests } from './request-log/request-log.view.js';
import { service } from './service.js';
import { OwnAccountController, OwnKeySearches } from './staff/own-account.controller.js';
import { StaffAuthentication } from './staff/staff-authentication.js';
import { STAFF_CIPHER } from './staff/staff-cipher.js';
import { StaffCiphertexts } from './staff/staff-ciphertexts.js';
import { StaffController, StaffKeySearches, StaffSearches } from './staff/staff.controller.js';
import { StaffIdentities } from './staff/staff-identities.js';
import { StaffRecords } from './staff/staff-records.js';
import { StaffTokenController } from './staff/staff-token.controller.js';
import { EventController } from './events/event.controller.js';
import { EventHeads } from './events/event-heads.js';
import { EventLog } from './events/event-log.js';
import { streamedEvents } from './events/event-retention.js';
import { EventStreams } from './events/event-streams.js';
import { Notifications } from './timeline/notifications.js';
import { AuditedCommands } from './timeline/audited-commands.js';
import { Timelines } from './timeline/timeline.js';
import { OperatorTimelineController, TimelineController } from './timeline/timeline.controller.js';
import { TimelineIndex } from './timeline/timeline-index.js';
import { timelineEvents } from './timeline/timeline-retention.js';
import { AccessTokens, SessionTokens, StaffTokens } from './token/access-tokens.js';
import { UsedPasswords } from './token/used-passwords.js';
import { LoginThrottle } from './token/login-throttle.js';
import { PasswordLogin } from './token/password-login.js';
import { TokenController } from './token/token.controller.js';
import { OwnUserSearches } from './user/own-users.js';
import { WhoAmIController } from './who-am-i.controller.js';

/** Signs access tokens. Separate from the key that signs callers, so neither can replace the other. */
const tokenKeysOf = ([first, ...earlier]: PlatformSettings['callerSecrets']) =>
  [keyOf(first), ...earlier.map(keyOf)] as const;
const keyOf = (secret: string) => new Uint8Array(hkdfSync('sha256', secret, '', 'corridor access token', 32));

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
    ConsoleController,
    SessionController,
    WhoAmIController,
    TokenController,
    ClientSettingsController,
    ClosingReactions,
    ApiKeyController,
    OwnUserSearches,
    RequestLogSearches,
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
    OperationsController,
    StaffTokenController,
    StaffSearches,
    StaffKeySearches,
    StaffController,
    OwnAccountController,
    OwnKeySearches,
    OperatorSearchFieldController,
    ScreeningReactions,
    PolicyReactions,
    PlanReactions,
    ApprovalSearches,
    ApprovalController,
    TimelineController,
    EventController,
    OperatorTimelineController,
    AuditSearches,
    AuditController,
  ],
  providers: [
    ApiKeys,
    Approvals,
    AskedServices,
    GatewaySecrets,
    MessageTraces,
    Audit,
    CallbackThrottle,
    CredentialLimit,
    OwnApiKeys,
    Identities,
    KeyUse,
    KnownPolicy,
    LoginThrottle,
    OperatorRecords,
    OtherProcesses,
    RequestLog,
    ParkedMessages,
    PasswordLogin,
    StaffAuthentication,
    StaffCiphertexts,
    StaffIdentities,
    StaffRecords,
    Notifications,
    OwnRequests,
    Stopwatch,
    TimelineIndex,
    EventHeads,
    EventLog,
    EventStreams,
    AuditedCommands,
    Timelines,
    UsedPasswords,
    { provide: Authenticator, useClass: GatewayAuthenticator },
    {
      // Encrypts responses with the secret of a new API key. Stored responses depend on the label.
      provide: SecretCipher,
      useFactory: ({ callerSecrets }: PlatformSettings) =>
        new SecretCipher(callerSecrets, 'corridor sealed answers'),
      inject: [platformSettings.KEY],
    },
    {
      provide: STAFF_CIPHER,
      useFactory: ({ callerSecrets }: PlatformSettings) =>
        new SecretCipher(callerSecrets, 'corridor authenticators of staff'),
      inject: [platformSettings.KEY],
    },
    {
      provide: BODY_CIPHER,
      useFactory: ({ callerSecrets }: PlatformSettings) =>
        new SecretCipher(callerSecrets, 'corridor commands that need a second person'),
      inject: [platformSettings.KEY],
    },
    {
      provide: 'retention of the audit, of timelines, of streamed events and of logged requests',
      useFactory: (running: RunningService, settings: GatewaySettings) =>
        new Retention(running, [
          auditedCommands(settings.auditDays),
          timelineEvents(settings.timelineDays),
          streamedEvents(settings.eventDays),
          loggedRequests(settings.requestLogDays),
        ]),
      inject: [RunningService, gatewaySettings.KEY],
    },
    { provide: ResponseCipher, useExisting: SecretCipher },
    {
      provide: OperatorKey,
      useFactory: ({ operatorKey }: GatewaySettings) => new OperatorKey(operatorKey),
      inject: [gatewaySettings.KEY],
    },
    {
      provide: AccessTokens,
      useFactory: ({ callerSecrets, environment }: PlatformSettings, clock: Clock) =>
        new AccessTokens(tokenKeysOf(callerSecrets), environment, clock),
      inject: [platformSettings.KEY, Clock],
    },
    {
      provide: SessionTokens,
      useFactory: ({ callerSecrets, environment }: PlatformSettings, clock: Clock) =>
        new SessionTokens(tokenKeysOf(callerSecrets), environment, clock),
      inject: [platformSettings.KEY, Clock],
    },
    {
      provide: StaffTokens,
      useFactory: ({ callerSecrets, environment }: PlatformSettings, clock: Clock) =>
        new StaffTokens(tokenKeysOf(callerSecrets), environment, clock),
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

import { type StaffResource, contract } from '@corridor/gateway-contract';
import { contract as conversions } from '@corridor/conversions-contract';
import { contract as payments } from '@corridor/payments-contract';
import { APPENDS, REMOVES, type Registration } from '@corridor/event-store';
import { readOverrides } from '@corridor/calendars';
import { calendarSettings, checkedBy, defineService } from '@corridor/platform';
import { type ApiKey, type ApiKeyEvent, apiKey } from './api-key/api-key.js';
import { type ApiKeyRow, apiKeys, projectCredential } from './api-key/api-key.view.js';
import { approvalRegistration } from './approval/approval.view.js';
import { type Client, type ClientEvent, client } from './client/client.js';
import { type ClientRow, clients } from './client/client.view.js';
import { clientClocks } from './client-clock/client-clock.view.js';
import { Credential } from './api-key/credential.entity.js';
import { gatewaySettings } from './gateway-settings.js';
import { Accounts1700000081000 } from './migrations/1700000081000-accounts.js';
import { ApprovalRights1700000110000 } from './migrations/1700000110000-approval-rights.js';
import { Audit1700000200001 } from './migrations/1700000200001-audit.js';
import { ClientClocks1700000060000 } from './migrations/1700000060000-client-clocks.js';
import { ClientEvents1700000750001 } from './migrations/1700000750001-client-events.js';
import { Approvals1700000100001 } from './migrations/1700000100001-approvals.js';
import { Identity1700000005000 } from './migrations/1700000005000-identity.js';
import { UnlockedLogins1700000018000 } from './migrations/1700000018000-unlocked-logins.js';
import { discardRequests } from './operator/discard-request.js';
import { redriveRequests } from './operator/redrive-request.js';
import { RedriveRequests1700000035000 } from './migrations/1700000035000-redrive-requests.js';
import { NewCredentials1700000041000 } from './migrations/1700000041000-new-credentials.js';
import { Staff1700000075000 } from './migrations/1700000075000-staff.js';
import { Timeline1700000210001 } from './migrations/1700000210001-timeline.js';
import { INDEXED_STREAMS } from './timeline/indexed-streams.js';
import { KnownPolicyOfGateway1700000220001 } from './migrations/1700000220001-known-policy.js';
import { AccountsOfAllClients1700000260000 } from './migrations/1700000260000-accounts-of-all-clients.js';
import { AuditOfTraces1700000640000 } from './migrations/1700000640000-audit-of-traces.js';
import { CountedAudit1700000370005 } from './migrations/1700000370005-counted-audit.js';
import { GivenPasswords1700000490001 } from './migrations/1700000490001-given-passwords.js';
import { TimelineByTime1700000720001 } from './migrations/1700000720001-timeline-by-time.js';
import { TimelineRetention1700000720000 } from './migrations/1700000720000-timeline-retention.js';
import { UsedPasswords1700000500002 } from './migrations/1700000500002-used-passwords.js';
import { RequestLog1700000770001 } from './migrations/1700000770001-request-log.js';
import { SearchedStaffKeys1700000530012 } from './migrations/1700000530012-searched-staff-keys.js';
import { PlansOfClients1700000370000 } from './migrations/1700000370000-plans-of-clients.js';
import { publishClient } from './publish.js';
import { TIMELINE_GROUP } from './timeline/timeline-group.js';
import { type Staff, type StaffEvent, staff } from './staff/staff.js';
import { staffKeyRegistration } from './staff/staff-key.js';
import { projectStaffLogin, staffView } from './staff/staff.view.js';
import { type User, type UserEvent, user } from './user/user.js';
import { Login } from './user/login.entity.js';
import { type UserRow, projectLogin, users } from './user/user.view.js';

const clientRegistration: Registration<Client, ClientEvent, ClientRow> = {
  aggregate: client,
  view: clients,
  publish: publishClient,
};
const userRegistration: Registration<User, UserEvent, UserRow> = {
  aggregate: user,
  view: users,
  projections: [projectLogin],
};
const staffRegistration: Registration<Staff, StaffEvent, StaffResource> = {
  aggregate: staff,
  view: staffView,
  projections: [projectStaffLogin],
};
const apiKeyRegistration: Registration<ApiKey, ApiKeyEvent, ApiKeyRow> = {
  aggregate: apiKey,
  view: apiKeys,
  projections: [projectCredential],
};

export const service = defineService({
  contract,
  listensTo: [conversions, payments],
  entities: [Login, Credential],
  knows: INDEXED_STREAMS,
  migrations: [
    Identity1700000005000,
    UnlockedLogins1700000018000,
    RedriveRequests1700000035000,
    NewCredentials1700000041000,
    ClientClocks1700000060000,
    Staff1700000075000,
    Accounts1700000081000,
    Approvals1700000100001,
    ApprovalRights1700000110000,
    KnownPolicyOfGateway1700000220001,
    Audit1700000200001,
    Timeline1700000210001,
    AccountsOfAllClients1700000260000,
    PlansOfClients1700000370000,
    CountedAudit1700000370005,
    GivenPasswords1700000490001,
    UsedPasswords1700000500002,
    SearchedStaffKeys1700000530012,
    AuditOfTraces1700000640000,
    TimelineRetention1700000720000,
    TimelineByTime1700000720001,
    ClientEvents1700000750001,
    RequestLog1700000770001,
  ],
  registrations: [
    clientRegistration,
    userRegistration,
    apiKeyRegistration,
    redriveRequests,
    discardRequests,
    clientClocks,
    staffRegistration,
    staffKeyRegistration,
    approvalRegistration,
  ],
  rights: {
    audited_command: `${APPENDS}, UPDATE (operation, record_id, outcome, status, problem, data)`,
    audited_command_count_change: REMOVES,
    client_event: REMOVES,
    logged_request: REMOVES,
    staff_session: REMOVES,
    timeline_event: APPENDS,
    timeline_reference: APPENDS,
  },
  settings: [gatewaySettings, checkedBy(calendarSettings, ({ overrides }) => readOverrides(overrides))],
  isOnRealTime: true,
  followers: [TIMELINE_GROUP],
});

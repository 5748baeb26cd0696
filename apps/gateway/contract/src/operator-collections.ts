import { type Collection, ofClient } from '@corridor/contracts';
import { auditedCommand } from './records/audit.js';
import { approval } from './records/four-eyes.js';
import { apiKey, clientAccount, userAccount } from './records/operator.js';
import { staffKey, staffMember } from './records/staff.js';

/** The collections that staff can search; clients cannot. By default newest first. */
export const operatorCollections = {
  clients: {
    name: 'clients',
    item: clientAccount,
    order: ['auditHistory.created.on:DESC'],
    indexed: [
      'id',
      'status',
      'code',
      'name',
      'riskRating',
      'marginPlanId',
      'feePlanId',
      'auditHistory.created.on',
    ],
    unique: ['code'],
  },
  users: {
    name: 'users',
    permission: 'clients:read',
    item: ofClient(userAccount),
    order: ['auditHistory.created.on:DESC'],
    indexed: ['id', 'status', 'email', 'lastName', 'auditHistory.created.on', 'clientId'],
  },
  apiKeys: {
    name: 'api-keys',
    permission: 'clients:read',
    item: ofClient(apiKey),
    order: ['createdOn:DESC'],
    indexed: ['id', 'status', 'userId', 'createdOn', 'clientId'],
  },
  staff: {
    name: 'staff',
    permission: 'staff:read',
    item: staffMember,
    order: ['auditHistory.created.on:DESC'],
    indexed: ['id', 'status', 'auditHistory.created.on'],
  },
  staffKeys: {
    name: 'staff-keys',
    permission: 'staff:read',
    item: staffKey,
    order: ['createdOn:DESC'],
    indexed: ['id', 'staffId', 'createdOn'],
  },
  audit: {
    name: 'audit',
    item: auditedCommand,
    order: ['on:DESC'],
    indexed: [
      'id',
      'on',
      'by.id',
      'client.id',
      'operation',
      'recordId',
      'outcome',
      'status',
      'problem',
      'requestId',
    ],
  },
  approvals: {
    name: 'approvals',
    item: approval,
    order: ['askedOn:DESC'],
    indexed: ['id', 'status', 'kind', 'operation', 'path', 'askedBy.id', 'decidedBy.id', 'askedOn'],
  },
} as const satisfies Readonly<Record<string, Collection>>;

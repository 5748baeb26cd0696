import { flag, money, named, nullable } from '@corridor/contracts';

/** What a user of a client may create alone, and approve of others (an extension). */
export const approvalRights = named('ApprovalRights', {
  makerLimit: nullable(money),
  isChecker: flag('Whether the user approves payments and instructions of other users.'),
  checkerLimit: nullable(money),
});

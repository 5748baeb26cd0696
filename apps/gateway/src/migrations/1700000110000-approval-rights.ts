import { migrationOf } from '@corridor/event-store';

const NONE = '"approval":{"makerLimit":null,"isChecker":false,"checkerLimit":null}';

/** Users of clients are makers or checkers: nobody is at first. */
export const ApprovalRights1700000110000 = migrationOf(
  'ApprovalRights1700000110000',
  [`UPDATE client_user SET data = (left(data::text, -1) || ',${NONE}}')::json`],
  'makers would not be limited in an earlier version',
);

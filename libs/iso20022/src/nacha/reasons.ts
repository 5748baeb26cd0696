/** Return reason codes that banks use most, for people. */
const returned: Readonly<Record<string, string>> = {
  R01: 'The account has no sufficient funds.',
  R02: 'The account is closed.',
  R03: 'There is no such account, or it is of another holder.',
  R04: 'The account number is not valid.',
  R05: 'The debit of a consumer was not authorised.',
  R06: 'Our bank has asked for it.',
  R07: 'The authorisation was revoked.',
  R08: 'The holder has stopped the payment.',
  R09: 'The funds of the account are not collected yet.',
  R10: 'The holder says that the debit was not authorised.',
  R11: 'The holder says that the debit is not as authorised.',
  R13: 'The routing number is not valid.',
  R14: 'The representative of the holder has died or cannot act.',
  R15: 'The holder has died.',
  R16: 'The account is frozen.',
  R17: 'The other bank cannot process the debit.',
  R20: 'The account takes no ACH debits.',
  R23: 'The holder has refused it.',
  R24: 'It is a duplicate.',
  R29: 'The company says that the debit was not authorised.',
  R31: 'Our bank has permitted the return.',
};

/** What the code of a return means. */
export const returnText = (code: string): string =>
  returned[code] ?? `The bank has returned it with the code ${code}.`;

/** What has to be named differently from now on, by the code of a notification of change. */
const changed: Readonly<Record<string, string>> = {
  C01: 'account number',
  C02: 'routing number',
  C03: 'routing number and account number',
  C04: 'name of the holder',
  C05: 'type of the account',
  C06: 'account number and type of the account',
  C07: 'routing number, account number and type of the account',
};

/** What a notification of change corrects. */
export const changeText = (code: string): string => changed[code] ?? `what the code ${code} names`;

/** Of them the holder can return a debit for 60 days. All others come within two banking days. */
export const isUnauthorised = (code: string): boolean => ['R05', 'R07', 'R10', 'R11'].includes(code);

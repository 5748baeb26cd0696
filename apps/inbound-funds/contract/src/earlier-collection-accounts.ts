/** In version 1 of messages and events, `routingCodeType` also had the types of local routing. */
interface AccountOf1 {
  readonly routingCodeType: 'SORT_CODE' | 'BIC_SWIFT' | 'ABA' | 'CA_ROUTING';
}

/** The upcaster of what holds collection accounts; it leaves accounts of today as they are. */
export const collectionAccountsOf1 = <Holder extends { readonly collectionAccounts: readonly object[] }>(
  holder: Holder,
): Holder => ({
  ...holder,
  collectionAccounts: holder.collectionAccounts.map((account) =>
    'localRoutingCodeType' in account ? account : withLocalRouting(account as AccountOf1),
  ),
});

function withLocalRouting(account: AccountOf1) {
  const { routingCodeType: type } = account;
  return {
    ...account,
    routingCodeType: type === 'SORT_CODE' || type === 'BIC_SWIFT' ? type : null,
    localRoutingCodeType: type === 'BIC_SWIFT' ? null : type,
  };
}

/** The upcaster of version 2, in which no account was retired, of what holds accounts; it leaves accounts of today as they are. */
export const collectionAccountsOf2 = <Holder extends { readonly collectionAccounts: readonly object[] }>(
  holder: Holder,
): Holder => ({
  ...holder,
  collectionAccounts: holder.collectionAccounts.map((account) =>
    'retiredOn' in account ? account : { ...account, retiredOn: null },
  ),
});

/** The same of what tells a wallet of its accounts, which was once. */
export const accountsToldOnce = <Told extends { readonly collectionAccounts: readonly object[] }>(
  told: Told,
): Told => ({ revision: 1, ...collectionAccountsOf2(told) });

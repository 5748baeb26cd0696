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

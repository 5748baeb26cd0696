import { type Call, type ClientCommand, type Outcome, data } from './client-command.js';

export const wallets: ClientCommand = {
  words: ['wallets'],
  parameters: ['[currency]'],
  summary: 'Shows the balances of all wallets, or one wallet with the accounts on which it receives money',
  options: {},
  run: show,
};

async function show({ corridor, parameters: [currency] }: Call): Promise<Outcome> {
  if (currency !== undefined) return data(await corridor.getWallet(currency.toUpperCase()));
  const all = [];
  for await (const wallet of corridor.searchWallets({ sortBy: 'ccyCode:ASC' })) all.push(wallet);
  return data(all);
}

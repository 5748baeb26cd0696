import { type Call, type ClientCommand, type Outcome, data, textOf } from './client-command.js';
import { ORDER_OPTIONS, amountOf, commandOptions, explainSandbox, fixedSideOf, timeoutOf } from './order.js';
import { teller, watched } from './progress.js';

export const convert: ClientCommand = {
  words: ['convert'],
  parameters: [],
  summary: 'Books a conversion at the rate of the market',
  description: 'It binds. The response is the conversion, with its rate and both amounts.',
  options: {
    sell: { value: 'currency', text: 'of the wallet that pays', isRequired: true },
    buy: { value: 'currency', text: 'that the client gets', isRequired: true },
    ...ORDER_OPTIONS,
    date: { value: 'date', text: 'the value date, YYYY-MM-DD (default: the spot date)' },
  },
  run: order,
};

async function order(call: Call): Promise<Outcome> {
  const { corridor, terminal, values } = call;
  const [amount, fixedSide, timeoutMs] = [amountOf(call), fixedSideOf(call), timeoutOf(call)];
  const [sellCcyCode = '', buyCcyCode = '', valueDate] = ['sell', 'buy', 'date'].map((name) =>
    textOf(call, name),
  );
  const body = { sellCcyCode, buyCcyCode, fixedSide, amount, ...(valueDate && { valueDate }) };
  const booked = await corridor.createConversion(body, commandOptions(call));
  terminal.say(`Booked: ${booked.id}. What happens to it: corridor open ${booked.id}\n`);
  const tell = teller(terminal);
  if (values['simulate']) tell(await corridor.exchangeConversion(booked.id));
  else if (values['watch']) await explainSandbox(call);
  if (!values['watch'] && !values['simulate']) return data(booked);
  return data(await watched(corridor, booked, 'EXCHANGED', { tell, timeoutMs }));
}

import { useQuery } from '@tanstack/react-query';
import type { WalletSummary } from '../../api/records.js';
import { useLanguage, useTexts } from '../../texts/texts.js';
import { Typed } from '../../ui/fields.js';
import { readDecimal } from '../../ui/decimal.js';
import { amountText, rateText, roundedText } from '../../ui/format.js';
import type { Draft, Side } from './order.js';
import { rateQuery } from './queries.js';
import { useConvertAndPayTexts } from './texts.js';

interface Props {
  readonly draft: Draft;
  readonly wallet: WalletSummary | undefined;
  readonly onChange: (part: Pick<Draft, 'amount' | 'fixedSide'>) => void;
  readonly problem: string | undefined;
}

/** Both amounts: the one that was typed is fixed, the other is what it comes to at the rate of the market. */
export function Amounts({ draft, wallet, onChange, problem }: Props) {
  const texts = useConvertAndPayTexts();
  const { instructions } = useTexts();
  const language = useLanguage();
  const { sellCcyCode: sell, beneficiary, fixedSide, amount } = draft;
  const buy = beneficiary?.bankAccount.ccyCode;
  const query = useQuery({
    ...rateQuery(sell, buy ?? ''),
    enabled: buy !== undefined && buy !== sell,
  });
  const rate = query.data?.sellRate;
  const typed = readDecimal(amount, language);
  const other = typed === null || !rate ? null : fixedSide === 'SELL' ? typed * rate : typed / rate;
  const sold = fixedSide === 'SELL' ? typed : other;
  const shown = (side: Side, ccyCode: string | undefined) =>
    side === fixedSide ? amount : other === null || !ccyCode ? '' : roundedText(other, ccyCode, language);
  const side = (one: Side, label: string, ccyCode: string | undefined) => (
    <Typed
      label={label}
      value={shown(one, ccyCode)}
      onChange={(text) => onChange({ amount: text, fixedSide: one })}
      inputMode="decimal"
      unit={ccyCode}
      hint={one === fixedSide ? instructions.fixed : texts.estimated}
      problem={one === fixedSide ? problem : undefined}
    />
  );
  return (
    <div className="amounts">
      {side('SELL', texts.youSend, sell)}
      {side('BUY', texts.theyReceive, buy)}
      <p className="minor rate">
        {rate && `1 ${sell} = ${rateText(rate, language)} ${buy ?? ''} · ${texts.live}`}
        {query.data === null && texts.noRate}
      </p>
      {wallet && sold !== null && sold > wallet.balance.value && (
        <p className="field-problem">{texts.short(amountText(wallet.balance, language))}</p>
      )}
    </div>
  );
}

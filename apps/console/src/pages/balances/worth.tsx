import type { BalanceHistory, Rate } from '../../api/records.js';
import { useLanguage } from '../../texts/texts.js';
import { momentText, rateText } from '../../ui/format.js';
import { Section } from '../../ui/page.js';
import { useBalanceTexts } from './texts.js';

interface Props {
  readonly of: BalanceHistory;
  readonly rates: readonly Rate[];
  /** As the API writes it, with its zone. */
  readonly asOf: string;
  readonly baseCcy: string;
}

/** At which rates the wallets are valued, and which of them are not. */
export function Worth({ of: { wallets }, rates, asOf, baseCcy }: Props) {
  const texts = useBalanceTexts();
  const language = useLanguage();
  const quoted = new Set([baseCcy, ...rates.map(({ baseCcy: one }) => one)]);
  const missing = wallets.map(({ ccyCode }) => ccyCode).filter((one) => !quoted.has(one));
  return (
    <Section title={texts.rates}>
      <p className="minor">
        {texts.ratesDetail(baseCcy)} {texts.asOf(momentText(asOf.replace('Z', ''), language))}
      </p>
      <ul className="worth">
        {rates.map(({ ccyPair, baseCcy: one, quoteCcy, sellRate }) => (
          <li key={ccyPair}>{texts.rate(one, rateText(sellRate, language), quoteCcy)}</li>
        ))}
      </ul>
      {missing.length > 0 && <p className="minor">{texts.withoutRate(missing.join(', '))}</p>}
    </Section>
  );
}

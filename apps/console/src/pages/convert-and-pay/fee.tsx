import { useQuery } from '@tanstack/react-query';
import type { FeePreview } from '../../api/records.js';
import { useLanguage, useTexts } from '../../texts/texts.js';
import { amountText } from '../../ui/format.js';
import type { Bearer, PaymentType } from './order.js';
import { feeQuery } from './queries.js';
import { useConvertAndPayTexts } from './texts.js';

interface Props {
  readonly ccyCode: string;
  readonly paymentType: PaymentType;
  readonly chargeType: Bearer | null;
}

/** What the payment costs besides the rate. */
export function useFeeText({ ccyCode, paymentType, chargeType }: Props): string | null {
  const texts = useConvertAndPayTexts();
  const language = useLanguage();
  const { data } = useQuery(feeQuery(ccyCode, paymentType, chargeType));
  if (data === undefined) return null;
  if (data.fee === null) return texts.noFee;
  const total = amountText(data.fee, language);
  return data.parts.length > 1 ? `${total} (${data.parts.map(part).join(' + ')})` : total;

  function part({ type, amount }: FeePreview['parts'][number]): string {
    return `${texts.feePart[type]} ${amountText(amount, language)}`;
  }
}

export function Fee(of: Props) {
  const { field } = useTexts();
  const text = useFeeText(of);
  return text === null ? null : (
    <p>
      <span className="minor">{field.fee}: </span>
      {text}
    </p>
  );
}

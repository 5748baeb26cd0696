import { momentText } from '../../ui/format.js';
import { useLanguage } from '../../texts/texts.js';

/** A moment to the second: many requests come in a minute. */
export const Second = ({ of }: { readonly of: string }) => (
  <time dateTime={`${of}Z`}>{momentText(of, useLanguage(), 'medium')}</time>
);

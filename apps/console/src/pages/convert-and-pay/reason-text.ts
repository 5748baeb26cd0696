import { useLanguage } from '../../texts/texts.js';
import { weekdaysIn } from '../../ui/format.js';

/** The reason of the API, with weekdays in the language of the user; holidays keep their own names. */
export function useReasonText(): (reason: string) => string {
  const language = useLanguage();
  return (reason) => {
    const weekday = weekdaysIn('en').indexOf(reason);
    return weekdaysIn(language)[weekday] ?? reason;
  };
}

/** Whether the API gives a weekday as the reason, and no holiday. */
export const isWeekday = (reason: string): boolean => weekdaysIn('en').includes(reason);

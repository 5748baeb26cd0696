import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import { useTheme } from '../../shell/theme.js';
import { useLanguage } from '../../texts/texts.js';
import { optionsFor } from './chart-options.js';
import type { Series } from './series.js';

const HEIGHT_PX = 280;

interface Props {
  readonly of: Series;
  /** In words, for those who do not see it. */
  readonly label: string;
  /** Is called with the index of the day that is pointed at. */
  readonly onPoint: (index: number | null) => void;
}

/** A balance over days. It is a canvas: it is drawn again when the size, the theme or the language changes. */
export function Chart({ of: { days, values }, label, onPoint }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<UPlot>(null);
  const language = useLanguage();
  const theme = useTheme();

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const sizeNow = () => ({ width: element.clientWidth, height: HEIGHT_PX });
    const drawn = new UPlot(
      {
        ...sizeNow(),
        ...optionsFor(element, language),
        hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
      },
      [timesOf(days), [...values, values.at(-1)]],
      element,
    );
    chart.current = drawn;
    const resized = new ResizeObserver(() => drawn.setSize(sizeNow()));
    resized.observe(element);
    return () => {
      resized.disconnect();
      drawn.destroy();
    };
  }, [days, values, language, theme, onPoint]);

  useEffect(() => {
    const redraw = () => chart.current?.redraw(false);
    const preference = window.matchMedia('(prefers-color-scheme: dark)');
    preference.addEventListener('change', redraw);
    return () => preference.removeEventListener('change', redraw);
  }, []);

  return <div ref={host} className="chart" role="img" aria-label={label} />;
}

const DAY_S = 86_400;

/** In seconds: where each day begins, and the end of the last one, so that its step is seen. */
function timesOf(days: readonly string[]): number[] {
  const begins = days.map((day) => Date.parse(day) / 1000);
  return [...begins, (begins.at(-1) ?? 0) + DAY_S];
}

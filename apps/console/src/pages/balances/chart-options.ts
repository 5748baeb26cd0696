import UPlot from 'uplot';
import type { Language } from '../../texts/texts.js';
import { axisDayText, axisNumberText } from '../../ui/format.js';

const DAY_S = 86_400;
/** Between two labels of the days. */
const STEPS_S = [1, 2, 5, 10, 15, 30, 60, 90].map((days) => days * DAY_S);
const LABEL_SPACE_PX = 64;
/** Above the highest balance. */
const AIR = 1.08;

type Looks = Pick<UPlot.Options, 'legend' | 'cursor' | 'tzDate' | 'scales' | 'axes' | 'series'>;

/** A line of steps from zero on, over days in UTC. Colours are read whenever it is drawn: themes change. */
export function optionsFor(element: HTMLElement, language: Language): Looks {
  const colour = (name: string) => () => colourIn(element, name);
  const axis = {
    stroke: colour('--soft'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    legend: { show: false },
    cursor: { y: false, drag: { setScale: false, x: false, y: false } },
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: { y: { range: (_, low, high) => [Math.min(0, low), high > 0 ? high * AIR : 1] } },
    axes: [
      {
        ...axis,
        incrs: STEPS_S,
        space: LABEL_SPACE_PX,
        values: (_, seconds) => seconds.map((one) => axisDayText(one * 1000, language)),
      },
      {
        ...axis,
        size: LABEL_SPACE_PX,
        values: (_, numbers) => numbers.map((one) => axisNumberText(one, language)),
      },
    ],
    series: [
      {},
      {
        stroke: colour('--accent'),
        fill: colour('--accent-wash'),
        width: 2,
        points: { show: false },
        ...stepped(),
      },
    ],
  };
}

/** A balance holds until it changes. */
function stepped(): Pick<UPlot.Series, 'paths'> {
  const paths = UPlot.paths.stepped?.({ align: 1 });
  return paths ? { paths } : {};
}

/** A canvas knows no custom properties. */
function colourIn(element: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

import { type MessageDefinition, type Shape, breakages, shapeOf } from '@corridor/contracts';

/** One line for each version of a message that was published: `payment.failed v2 {…}`. `npm run messages` writes it. */
export const BASELINE = 'libs/services/messages.baseline.txt';

type Declared = Readonly<Record<string, Pick<MessageDefinition, 'version' | 'data'>>>;

interface Line {
  readonly type: string;
  readonly version: number;
  readonly shape: Shape;
}

export interface Comparison {
  /** The baseline with what consumers may rely on from now on: versions and fields that are new. */
  readonly text: string;
  /** What consumers of the versions in the baseline could not read: a sentence for each message. */
  readonly issues: readonly string[];
}

/** Compares the messages of a build with what was published before. */
export function compareWithBaseline(baseline: string, declared: Declared): Comparison {
  const published = linesOf(baseline);
  const given = published.filter(({ type, version }) => version > (declared[type]?.version ?? 0));
  const current = Object.entries(declared).map(([type, { version, data }]): Line => ({
    type,
    version,
    shape: shapeOf(data),
  }));
  const earlier = published.filter((one) => !current.some((now) => isSame(one, now)));
  return {
    text: [...earlier, ...current].sort(inOrder).map(textOf).join(''),
    issues: [
      ...given.map(({ type, version }) => `${type}: version ${version} was published and is gone.`),
      ...current.flatMap((now) =>
        issueOf(
          now,
          published.find((one) => isSame(one, now)),
        ),
      ),
    ],
  };
}

function issueOf({ type, version, shape }: Line, known: Line | undefined): string[] {
  const broken = known ? breakages(known.shape, shape, `${type}:`) : [];
  if (broken.length === 0) return [];
  return [
    `${broken.join('; ')}. Consumers of version ${version} do not expect that. Make it version ${version + 1}, with ` +
      `upcast: { …, ${version}: (data) => … } and a fixture; or let the new field be nullable, and keep the others as they are.`,
  ];
}

const linesOf = (text: string): Line[] =>
  [...text.matchAll(/^(\S+) v(\d+) (.*)$/gm)].map(([, type = '', version, shape = '']) => ({
    type,
    version: Number(version),
    shape: JSON.parse(shape) as Shape,
  }));

const textOf = ({ type, version, shape }: Line) => `${type} v${version} ${JSON.stringify(shape)}\n`;

const isSame = (one: Line, other: Line) => one.type === other.type && one.version === other.version;

const inOrder = (a: Line, b: Line) => (a.type === b.type ? a.version - b.version : a.type < b.type ? -1 : 1);

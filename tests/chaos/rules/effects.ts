import type { Rule } from '../checker.js';
import type { FinalRecord, History, Operation } from '../history.js';

const nameOf = ({ key, path, outcome }: Operation) => `${outcome} ${path} (${key})`;

/** How often the effect of an operation is there, whoever caused it. */
function effectsOf({ effect, client }: Operation, found: Index): number {
  if ('creates' in effect) return found.created(effect.creates, client, effect.marker).length;
  if ('charges' in effect) return 1; // the rules of money say what it leads to
  return found.record(effect.moves)?.statuses.filter((status) => status === effect.to).length ?? 0;
}

class Index {
  private readonly byId = new Map<string, FinalRecord>();
  private readonly byMarker = new Map<string, FinalRecord[]>();

  constructor({ final }: History) {
    for (const record of final.records) {
      this.byId.set(record.id, record);
      const name = `${record.kind} ${record.client} ${record.marker}`;
      this.byMarker.set(name, [...(this.byMarker.get(name) ?? []), record]);
    }
  }

  record = (id: string) => this.byId.get(id);
  created = (kind: string, client: string, marker: string) =>
    this.byMarker.get(`${kind} ${client} ${marker}`) ?? [];
}

function effectName({ effect, client, key }: Operation): string {
  if ('creates' in effect) return `${client} ${effect.creates} ${effect.marker}`;
  return 'moves' in effect ? `${client} ${effect.moves} ${effect.to}` : key;
}

const idIn = (response: string) => (JSON.parse(response) as { data: { id: string } }).data.id;

export const effects: Readonly<Record<string, Rule>> = {
  'an acknowledged operation has taken effect once': (history) => {
    const found = new Index(history);
    const done = history.operations.filter(({ outcome }) => outcome === 'ok');
    return done.filter((one) => effectsOf(one, found) !== 1).map(nameOf);
  },

  'what was created is what the response says': (history) => {
    const found = new Index(history);
    return history.operations
      .filter(({ effect, client, responses }) => {
        if (!('creates' in effect) || responses.length === 0) return false;
        const [record] = found.created(effect.creates, client, effect.marker);
        return record?.id !== idIn(responses[0] ?? '');
      })
      .map(nameOf);
  },

  'a refused operation has no effect': (history) => {
    const found = new Index(history);
    const possible = new Set(
      history.operations.filter(({ outcome }) => outcome !== 'fail').map((one) => effectName(one)),
    );
    return history.operations
      .filter(
        (one) =>
          one.outcome === 'fail' &&
          !('charges' in one.effect) &&
          !possible.has(effectName(one)) &&
          effectsOf(one, found) > 0,
      )
      .map(nameOf);
  },

  'an operation with an unknown outcome has taken effect at most once': (history) => {
    const found = new Index(history);
    const unknown = history.operations.filter(({ outcome }) => outcome === 'unknown');
    return unknown.filter((one) => effectsOf(one, found) > 1).map(nameOf);
  },

  'a key has one response, byte for byte': ({ operations }) =>
    operations.filter(({ responses }) => new Set(responses).size > 1).map(nameOf),

  'every record was created by an operation, or by an instruction': ({ operations, final }) => {
    const created = new Set(operations.map(effectName));
    const instructions = new Set(
      final.records.filter(({ kind }) => kind === 'instruction').map(({ id }) => id),
    );
    return final.records
      .filter(({ client, kind, marker, instruction }) =>
        instruction === null ? !created.has(`${client} ${kind} ${marker}`) : !instructions.has(instruction),
      )
      .map(({ id, marker }) => `${id} (${marker})`);
  },
};

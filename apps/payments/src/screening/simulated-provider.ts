import { ScreeningProvider, type ScreeningResult, type ScreeningSubject } from '@corridor/screening';

const LIST = { list: 'SIMULATED', listVersion: '1', entryId: 'SIM-1' };
const ENTRY = 'Sanctioned Person';

/** Whether the simulated list has somebody of this name. */
export const isOnSimulatedList = (name: string): boolean => name.toLowerCase().includes(ENTRY.toLowerCase());

/** SANDBOX: a list with one name, so that staff can see a case. */
export class SimulatedProvider extends ScreeningProvider {
  override readonly isSimulated = true;

  override screen({ names }: ScreeningSubject): Promise<ScreeningResult> {
    const explanation = `The name contains "${ENTRY}", which is on the simulated list.`;
    const hit = { ...LIST, name: ENTRY, score: 1, explanation };
    const listVersions = [`${LIST.list} ${LIST.listVersion}`];
    return Promise.resolve({ listVersions, hits: names.some(isOnSimulatedList) ? [hit] : [] });
  }
}

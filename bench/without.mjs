/** Loaded into a program by bench/share.mjs: SIGUSR2 ends the part of its work that SHARE names, or begins it again. */
import { Audit } from '../apps/gateway/dist/audit/audit.js';
import { TimelineIndex } from '../apps/gateway/dist/timeline/timeline-index.js';

let isOn = true;
process.on('SIGUSR2', () => (isOn = !isOn));

const { begin, note } = Audit.prototype;
const { deliver } = TimelineIndex.prototype;
const parts = {
  audit() {
    Audit.prototype.begin = async function (...given) {
      if (isOn) await begin.apply(this, given);
    };
    Audit.prototype.note = function (...given) {
      return isOn ? note.apply(this, given) : undefined;
    };
  },
  timeline() {
    TimelineIndex.prototype.deliver = async function (...given) {
      if (isOn) await deliver.apply(this, given);
    };
  },
};
parts[process.env.SHARE]?.();

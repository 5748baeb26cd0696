/** Loaded into a program by bench/audit.mjs: SIGUSR2 ends its audit, or begins it again. */
import { Audit } from '../apps/gateway/dist/audit/audit.js';

const { begin, note } = Audit.prototype;
let isOn = true;
process.on('SIGUSR2', () => (isOn = !isOn));
Audit.prototype.begin = async function (...given) {
  if (isOn) await begin.apply(this, given);
};
Audit.prototype.note = function (...given) {
  return isOn ? note.apply(this, given) : undefined;
};

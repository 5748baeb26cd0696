/** Chromium, for the tests of the pages: that of the machine, or Debian's package. */
import { findProgram, installPackages } from './debian.mjs';

/** @returns {string | undefined} where it is */
export const findBrowser = () =>
  ['chromium', 'chromium-browser', 'google-chrome'].map(findProgram).find((file) => file !== undefined);

/** Installs it where it is missing. @throws {import('./unavailable.mjs').Unavailable} */
export function obtainBrowser() {
  if (!findBrowser()) installPackages('Chromium', ['chromium']);
}

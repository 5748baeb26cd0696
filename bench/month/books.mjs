/** Statements of the bank, and the table in which all who have counted are compared. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { bytesOf, readBankFile } from '@corridor/iso20022';

/** @typedef {{ account: string, ccyCode: string, day: string, opening: bigint, closing: bigint, entries: bigint }} Statement */

/** @type {Map<string, Statement>} */
const known = new Map();

/**
 * Of files camt.053, in the order in which the bank has written them. Each continues the one before of its account, and adds up.
 * @param {string[]} paths
 */
export async function bankStatements(paths) {
  for (const path of paths.filter((one) => one.endsWith('camt.053.xml') && !known.has(one)))
    known.set(path, await statementIn(path));
  const inOrder = [...known].sort(([a], [b]) => (basename(a) < basename(b) ? -1 : 1)).map(([, one]) => one);
  for (const some of Map.groupBy(inOrder, ({ account }) => account).values())
    some.reduce((before, { account, day, opening, entries, closing }) => {
      if (opening !== before || opening + entries !== closing)
        throw new Error(`${account} on ${day} does not add up`);
      return closing;
    }, 0n);
  return inOrder;
}

/** @param {string} path @returns {Promise<Statement>} */
async function statementIn(path) {
  const balances = new Map();
  let entries = 0n;
  for await (const one of readBankFile(bytesOf(path, readFileSync(path, 'utf8'))))
    if (one.kind === 'balance') balances.set(one.type, one);
    else if (one.kind === 'entry')
      entries += one.direction === 'CREDIT' ? one.amount.minor : -one.amount.minor;
  const [opening, closing] = ['OPBD', 'CLBD'].map((type) => balances.get(type));
  const { account, date: day, amount } = closing;
  return {
    account,
    ccyCode: amount.ccyCode,
    day,
    opening: opening.amount.minor,
    closing: amount.minor,
    entries,
  };
}

/** A value of a record. @param {number} value */
export const inMinor = (value) => BigInt(Math.round(value * 100));

/** @param {bigint} minor */
export function shown(minor) {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** @param {readonly (readonly string[])[]} rows the first column to the left, the others to the right */
export function tableOf(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
        .join('  '),
    )
    .join('\n');
}

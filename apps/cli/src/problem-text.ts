import { visible } from '@corridor/kernel';
import type { Problem } from './api.js';

/** A refusal for a person: what, why, which fields, and the id by which the log knows the request. */
export function problemText(problem: Problem, isForLogin = true): string {
  const { type = '', title, status, code, detail, errors = [], requestId, requiredPermission } = problem;
  const lines = [
    `${title} (${status} ${code})`,
    ...(errors.length > 0 || detail === title ? [] : [`  ${detail}`]),
    ...errors.map((one) => `  ${one.pointer}  ${one.detail}`),
    ...(requiredPermission ? [`  Permission: ${requiredPermission}`] : []),
    ...(code === 'unauthenticated' && isForLogin ? ['  Log in: corridor login'] : []),
    ...(type.startsWith('http') ? [`  What to do: ${type}`] : []),
    `  Request: ${requestId}`,
  ];
  return lines.map((line) => `${visible(line)}\n`).join('');
}

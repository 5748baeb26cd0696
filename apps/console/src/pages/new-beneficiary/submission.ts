import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { Problem } from '../../api/problem.js';
import type { Beneficiary } from '../../api/records.js';
import { postOne, randomKey } from '../../api/request.js';
import { type Entries, bodyOf } from './entries.js';

type Checked = Pick<Beneficiary['bankAccount'], 'supportedPaymentTypes'>;

interface Attempt {
  readonly entries: Entries;
  readonly key: string;
}

/**
 * Checks and adds what was entered. Entries that are sent again keep their key, so nothing is added twice.
 * @param isShown whether the form has a field for what the API names
 */
export function useSubmission(entries: Entries, isShown: (pointer: string) => boolean) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const last = useRef<Attempt | null>(null);
  const attempt = (): Attempt => {
    const isAgain = JSON.stringify(last.current?.entries) === JSON.stringify(entries);
    return (last.current = isAgain && last.current ? last.current : { entries, key: randomKey() });
  };
  const checking = useMutation({
    mutationFn: (sent: Attempt) => postOne<Checked>('/v1/beneficiaries/validate', bodyOf(sent.entries)),
  });
  const adding = useMutation({
    mutationFn: (sent: Attempt) => postOne<Beneficiary>('/v1/beneficiaries', bodyOf(sent.entries), sent.key),
    onSuccess: async ({ id }) => {
      await navigate({ to: '/beneficiaries/$id', params: { id } });
      await queries.invalidateQueries();
    },
  });
  const { variables: sent } = adding.isIdle ? checking : adding;
  const error = adding.error ?? checking.error;
  const problems = error instanceof Problem ? error.fields : [];
  const unplaced = problems.length === 0 || problems.some(({ pointer }) => !isShown(pointer.slice(1)));
  return {
    check: () => {
      adding.reset();
      checking.mutate(attempt());
    },
    add: () => {
      checking.reset();
      adding.mutate(attempt());
    },
    isAdding: adding.isPending,
    isPending: adding.isPending || checking.isPending || adding.isSuccess,
    /** How the beneficiary can be paid, if what was checked is still what is entered. */
    types:
      JSON.stringify(checking.variables?.entries) === JSON.stringify(entries)
        ? checking.data?.supportedPaymentTypes
        : undefined,
    /** What is wrong with an entry, while it is as it was sent. */
    problemOf: (pointer: string) =>
      sent?.entries[pointer] === entries[pointer]
        ? problems.find((one) => isOf(pointer, one.pointer.slice(1)))?.detail
        : undefined,
    /** What went wrong, unless all of it stands beside its fields. */
    unplaced: unplaced ? error : null,
  };
}

/** What is wrong with a part of the body, such as that it is missing, is wrong with each of its fields. */
const isOf = (pointer: string, named: string): boolean => `${pointer}/`.startsWith(`${named}/`);

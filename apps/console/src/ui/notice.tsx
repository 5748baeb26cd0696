import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { NoResponse, Problem } from '../api/problem.js';
import { useTexts } from '../texts/texts.js';
import { Copied } from './copied.js';

interface EmptyProps {
  readonly title: string;
  readonly detail: string;
  /** What to run instead of reading on. */
  readonly command?: string;
  readonly children?: ReactNode;
}

/** What stands where nothing is yet: what it would be, and how to get one. */
export function Empty({ title, detail, command, children }: EmptyProps) {
  return (
    <div className="notice">
      <strong>{title}</strong>
      <p>{detail}</p>
      {command && <Copied text={command} />}
      {children}
    </div>
  );
}

/** What went wrong, and what to do. */
export function Failure({ error, onRetry }: { readonly error: Error; readonly onRetry?: () => void }) {
  const { problem } = useTexts();
  const known = error instanceof Problem ? error : null;
  const [title, detail] =
    error instanceof NoResponse
      ? [problem.network, problem.networkDetail]
      : [problem.page, problem.pageDetail];
  return (
    <div className="notice failure" role="alert">
      <strong>{known?.title ?? title}</strong>
      <p>{known?.detail ?? detail}</p>
      <p className="actions">
        {onRetry && (
          <Button className="button" onPress={onRetry}>
            {problem.retry}
          </Button>
        )}
        {known && (
          <a href={`/problems/${known.code}`} target="_blank" rel="noreferrer">
            {problem.meaning}
          </a>
        )}
        {known?.requestId && <span className="minor">{problem.request(known.requestId)}</span>}
      </p>
    </div>
  );
}

export function Loading() {
  return (
    <div className="loading" role="status">
      <span className="hidden">{useTexts().loading}</span>
    </div>
  );
}

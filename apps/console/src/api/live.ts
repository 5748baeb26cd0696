import { Corridor } from '@corridor/sdk';
import type { QueryClient } from '@tanstack/react-query';
import { accessToken } from './session.js';

/** What happens within this time is read together. */
const GATHER_MS = 500;
/** After so long it is tried again, if there is no stream. */
const AGAIN_MS = 30_000;

/** What no event is about. */
const UNCHANGED = /^\/v1\/(auth|reference-data)\//;

/**
 * Reads what is shown again when something has happened, as long as the page is visible: a browser has few connections for all of
 * its tabs. Without a stream everything else works as before.
 * @returns ends it
 */
export function keepUpToDate(queries: QueryClient): () => void {
  let place: string | undefined;
  let following: AbortController | null = null;
  let gathering: ReturnType<typeof setTimeout> | undefined;

  const refresh = () => {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      void queries.invalidateQueries({
        predicate: ({ queryKey: [path], state }) => state.status !== 'error' && !UNCHANGED.test(String(path)),
      });
    }, GATHER_MS);
  };
  const stop = () => {
    following?.abort();
    following = null;
  };
  const start = async () => {
    if (following) return;
    const { signal } = (following = new AbortController());
    const onPlace = (id: string) => {
      if (place === undefined) refresh(); // what happened before there was a stream
      place = id;
    };
    try {
      await follow({ ...(place !== undefined && { after: place }), signal, onPlace }, refresh);
    } catch {
      place = undefined; // its events may not be kept any more
      setTimeout(() => !signal.aborted && (stop(), look()), AGAIN_MS);
    }
  };
  const look = () => void (document.hidden ? stop() : start());
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    clearTimeout(gathering);
    stop();
  };
}

interface Following {
  readonly after?: string;
  readonly signal: AbortSignal;
  readonly onPlace: (id: string) => void;
}

/** @throws Error without a stream */
async function follow(options: Following, onEvent: () => void): Promise<void> {
  const { events } = new Corridor({ url: location.origin, accessToken: tokenOfSession });
  for await (const _ of events.stream(options)) onEvent();
}

async function tokenOfSession(): Promise<string> {
  const token = await accessToken();
  if (token === null) throw new Error('the session has ended');
  return token;
}

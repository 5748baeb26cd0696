import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { searchQuery } from '../../api/queries.js';
import type { LoggedRequest } from '../../api/records.js';
import { useTexts } from '../../texts/texts.js';
import { Copied } from '../../ui/copied.js';
import { Facts } from '../../ui/facts.js';
import { Json } from '../../ui/json.js';
import { Empty } from '../../ui/notice.js';
import { Page, Section } from '../../ui/page.js';
import { Shown } from '../../ui/shown.js';
import { asCurl, asTypeScript, hasHidden, isCommand, readable } from './copies.js';
import { Response } from './response.js';
import { loggedRequestRoute } from './route.js';
import { Second } from './second.js';
import { useRequestLogTexts } from './texts.js';

/** What is known of a request, and how to send it again. */
export function LoggedRequestPage() {
  const { nav } = useTexts();
  const texts = useRequestLogTexts();
  const { id } = loggedRequestRoute.useParams();
  const query = useQuery(searchQuery<LoggedRequest>('/v1/request-log', { q: `id == ${JSON.stringify(id)}` }));
  const list = <Link to="/request-log">{nav.requestLog}</Link>;
  return (
    <Shown query={query}>
      {({ data: [request] }) =>
        request ? (
          <Page
            title={`${request.method} ${request.path.split('?')[0]}`}
            above={list}
            beside={<Response of={request} />}
          >
            <About of={request} />
            <Copies of={request} />
          </Page>
        ) : (
          <Page title={texts.request} above={list}>
            <Empty title={texts.gone} detail={texts.goneDetail} />
          </Page>
        )
      }
    </Shown>
  );
}

function About({ of }: { readonly of: LoggedRequest }) {
  const { nav } = useTexts();
  const texts = useRequestLogTexts();
  const { path, status, problem, requestId, apiKeyId, isReplay } = of;
  return (
    <>
      {isReplay && <p className="minor lead">{texts.replayDetail}</p>}
      <Facts
        of={[
          [texts.path, path.includes('?') ? <code>{readable(path)}</code> : null],
          [
            texts.problem,
            problem && (
              <a href={`/problems/${problem}`} target="_blank" rel="noreferrer">
                {problem}
              </a>
            ),
          ],
          [texts.on, <Second of={of.on} />],
          [texts.latency, `${of.durationMs} ms`],
          [
            texts.key,
            <Link to="/request-log" search={{ q: `apiKeyId == "${apiKeyId}"` }}>
              <code>{apiKeyId}</code>
            </Link>,
          ],
          [texts.requestId, <Copied text={requestId} label={texts.requestId} />],
          [
            nav.story,
            isCommand(of) && status < 400 ? (
              <Link to="/story" search={{ id: requestId }}>
                {texts.story}
              </Link>
            ) : null,
          ],
        ]}
      />
    </>
  );
}

function Copies({ of }: { readonly of: LoggedRequest }) {
  const texts = useRequestLogTexts();
  const { origin } = window.location;
  return (
    <>
      {of.body && (
        <Section title={texts.body}>
          <Json of={JSON.parse(of.body) as unknown} label={texts.body} />
        </Section>
      )}
      <Section title={texts.again}>
        {hasHidden(of) && <p className="minor">{texts.fill}</p>}
        <h3>curl</h3>
        <Copied text={asCurl(of, origin)} />
        <h3>TypeScript</h3>
        <Copied text={asTypeScript(of, origin)} />
      </Section>
    </>
  );
}

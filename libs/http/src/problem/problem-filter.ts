import { type ArgumentsHost, Catch, type ExceptionFilter, Logger, NotFoundException } from '@nestjs/common';
import { isToldAsAway } from '@corridor/event-store';
import { type Refusal, refuse } from '@corridor/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AllowedMethods } from '../allowed-methods.js';
import { sendPage, wantsHtml } from '../html-response.js';
import { escapeHtml, page, prose } from '../page.js';
import {
  ASKED_HEADER,
  type AskedCommand,
  type KeepForApproval,
  askedCommand,
  writtenAsked,
} from '../approval/asked-command.js';
import { SecondPersonRequired } from '../approval/second-person.js';
import { pathOf } from '../path.js';
import { type ProblemDocument, problemHeaders, problemOf } from './problem.js';
import { refusalOf } from './refusal-of.js';

/**
 * Responds to every exception with problem+json. A defect is logged with its stack; the response contains only its
 * requestId.
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');

  /** What becomes of a command that needs a second person. Behind the gateway: the gateway keeps it. */
  keepForApproval: KeepForApproval = tellGateway;

  constructor(private readonly allowed: AllowedMethods) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent) return;
    if (error instanceof SecondPersonRequired)
      void this.keep(() => askedCommand(error, request), request, reply);
    else this.respond(error, request, reply);
  }

  /** Responds to a command that needs a second person. */
  async keep(asked: () => AskedCommand, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      await this.keepForApproval(asked(), request, reply);
    } catch (failed) {
      this.respond(failed, request, reply);
    }
  }

  private respond(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const methods = error instanceof NotFoundException ? this.allowed.of(pathOf(request)) : '';
    if (methods) reply.header('allow', methods);
    send(
      reply,
      methods ? refuse('method_not_allowed', `Allowed: ${methods}.`) : this.explain(error, request),
    );
  }

  private explain(error: unknown, request: FastifyRequest): Refusal {
    const refusal = refusalOf(error);
    const where = `${request.method} ${pathOf(request)} ${request.id}`;
    if (!refusal) this.logger.error(where, error instanceof Error ? error.stack : String(error));
    else if (refusal !== error && refusal.code === 'unavailable')
      this.logger[isToldAsAway(error) ? 'debug' : 'warn'](`unavailable: ${String(error)}`, {
        request: where,
      });
    return refusal ?? refuse('internal');
  }
}

const tellGateway: KeepForApproval = async (asked, _request, reply) =>
  send(reply.header(ASKED_HEADER, writtenAsked(asked)), refuse('second_person_required'));

/** Sends a refusal; headers that are already set are kept. */
export function send(reply: FastifyReply, refusal: Refusal): void {
  const { request } = reply;
  const problem = begin(reply, refusal);
  if (refusal.code === 'not_found' && request.method === 'GET' && wantsHtml(request, reply))
    sendPage(reply, notFoundPage(problem));
  else reply.send(JSON.stringify(problem));
}

/** A refusal in place of a response that is about to be sent. @returns its payload */
export function refuseInstead(reply: FastifyReply, refusal: Refusal): string {
  return JSON.stringify(begin(reply.removeHeader('content-length'), refusal));
}

/** Sets status and headers. */
function begin(reply: FastifyReply, refusal: Refusal): ProblemDocument {
  const { request } = reply;
  const problem = problemOf(refusal, pathOf(request), request.id);
  const headers = problemHeaders(refusal.code);
  for (const name in headers)
    if (name === 'content-type' || !reply.hasHeader(name)) reply.header(name, headers[name]);
  reply.header('x-request-id', request.id).status(problem.status);
  request.problemCode = refusal.code;
  return problem;
}

/** For people who opened a wrong address in a browser. */
const notFoundPage = ({ title, detail, instance, requestId }: ProblemDocument): string =>
  page(
    title,
    `<p class="status">404</p><h1>${prose(title)}</h1><p>${prose(detail)}</p>
     <dl><dt>path</dt><dd><code>${escapeHtml(instance)}</code></dd><dt>request id</dt><dd><code>${escapeHtml(requestId)}</code></dd></dl>
     <p><a href="/">Start</a> · <a href="/docs">API reference</a> · <a href="/problems/not_found">About this problem</a></p>`,
  );

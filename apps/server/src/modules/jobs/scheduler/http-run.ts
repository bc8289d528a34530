import { type Header, type httpMethods, parseHeaders } from '@atrium/contract'
import type { Selectable } from 'kysely'
import type { JobTable } from '../../../platform/database/tables/jobs.ts'
import type { Services } from '../../../platform/http/work.ts'
import { outsideCall } from '../../../platform/observability/outside-calls.ts'
import { OutboundFailure } from '../../../platform/outbound/outbound.ts'
import { JobFailure } from './handler.ts'
import { decryptHeader } from './header.ts'
import { hideSecrets } from './hide-secrets.ts'

/** Timeout of the request, in milliseconds. */
const timeLimit = 60_000
/** Maximum size of a response in bytes, and of its stored part in characters. */
const maxResponseLength = 1_000_000
const keptResponse = 500
/**
 * Length of the response that is searched for secrets, in characters. It exceeds the stored part, so that no secret
 * is cut off at its end.
 */
const searchedResponse = 64_000

type Method = (typeof httpMethods)[number]

const withoutBody: readonly Method[] = ['GET', 'DELETE']

/** Appends to the query of a URL. */
function withQuery(address: string, query: string): string {
  const url = new URL(address)
  url.search = [url.search.slice(1), query].filter(Boolean).join('&')
  return url.href
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Returns the headers of a request, with a default content type for its body. */
function withType(headers: readonly Header[], body: string): Record<string, string> {
  const named = Object.fromEntries(headers.map(({ name, value }) => [name, value]))
  if (body === '' || headers.some(({ name }) => name.toLowerCase() === 'content-type')) return named
  return { ...named, 'content-type': isJson(body) ? 'application/json' : 'text/plain; charset=utf-8' }
}

/**
 * Sends the request of a job of type 2. Its params become the body or, with GET and DELETE, are added to the query.
 * @returns the status and the beginning of the response
 * @throws JobFailure if the status is not 2xx or there is no response
 */
export async function runHttpJob(
  { secrets, outbound }: Services,
  job: Selectable<JobTable>,
  signal: AbortSignal,
): Promise<string> {
  const headers = parseHeaders(decryptHeader(secrets, job.headerEncrypted)) ?? []
  const method = job.httpMethod as Method
  const inQuery = withoutBody.includes(method)
  const body = inQuery ? '' : job.params
  const { hostname: host = '' } = URL.parse(job.httpUrl) ?? {}
  const request = {
    url: inQuery ? withQuery(job.httpUrl, job.params) : job.httpUrl,
    method,
    headers: withType(headers, body),
    ...(body !== '' && { body }),
    timeout: timeLimit,
    maxResponse: maxResponseLength,
    signal,
  }
  try {
    const { status, body: response } = await outsideCall(
      { to: 'job', host },
      () => outbound.send(request),
      ({ status }) => (status < 400 ? 'done' : 'status'),
    )
    const said =
      `HTTP ${status} ${hideSecrets(response.slice(0, searchedResponse), headers).slice(0, keptResponse)}`.trim()
    if (status < 200 || status > 299) throw new JobFailure(said)
    return said
  } catch (error) {
    if (error instanceof OutboundFailure) throw new JobFailure({ key: `job.outcome.${error.reason}` }, error)
    throw error
  }
}

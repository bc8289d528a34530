import type { IncomingHttpHeaders } from 'node:http'

/**
 * Attributes of a span at its start. Never a value that somebody has sent or that a row has, except the id of a request
 * and the hosts that are called.
 */
export interface SpanFacts {
  readonly name: string
  /** `server` serves a request, `client` makes one, `consumer` runs a queued job. */
  readonly kind: 'server' | 'client' | 'consumer'
  readonly attributes: Readonly<Record<string, string | number>>
}

/** A piece of work that is under way. */
interface OpenSpan {
  readonly traceId: string
  /** Does something as a part of it. */
  readonly run: <Result>(work: () => Result) => Result
  /** @param failure in one word, if it failed */
  readonly end: (more: Partial<Pick<SpanFacts, 'name' | 'attributes'>>, failure?: string) => void
}

/** How traces are made, once they are switched on. */
export interface Tracer {
  /** @param headers of a request; its `traceparent` has its trace and parent */
  readonly open: (facts: SpanFacts, headers?: IncomingHttpHeaders) => OpenSpan
  /** Whether something is under way that is traced. */
  readonly isInSpan: () => boolean
  /** Headers that carry the trace to another server. */
  readonly headers: () => Readonly<Record<string, string>>
}

let tracer: Tracer | undefined

/** Has everything from now on traced; with undefined, nothing any more. */
export function setTracer(used: Tracer | undefined): void {
  tracer = used
}

/** Makes traces; undefined if they are off, which is the default. */
export const currentTracer = (): Tracer | undefined => tracer

/** The kind of an error, the only part of it in a trace: its message may have personal data. */
const kindOf = (error: unknown): string => {
  const { code, name } = Object(error) as { readonly code?: unknown; readonly name?: unknown }
  return String(code ?? name ?? 'error')
}

/**
 * Does a piece of work, traced if traces are on.
 * @param failureOf one word if a result is a failure
 */
export async function inSpan<Result>(
  facts: () => SpanFacts,
  work: () => Promise<Result>,
  failureOf: (result: Result) => string | undefined = () => undefined,
): Promise<Result> {
  if (!tracer) return work()
  const span = tracer.open(facts())
  try {
    const result = await span.run(work)
    span.end({}, failureOf(result))
    return result
  } catch (error) {
    span.end({}, kindOf(error))
    throw error
  }
}

/** The text of a statement in a trace: without quoted values, and of bounded length. */
const shown = (text: string): string => text.replace(/'(?:[^']|'')*'/g, "'?'").slice(0, 2000)

const statementFacts = (text: string): SpanFacts => ({
  name: /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement',
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql', 'db.query.text': shown(text) },
})

/** Opens the span of a statement, if it is part of something that is traced: what the queue asks all day long is not. */
export const openStatement = (text: string): OpenSpan | undefined =>
  tracer?.isInSpan() ? tracer.open(statementFacts(text)) : undefined

/** Sends a statement, traced if it is part of something that is. */
export const inStatementSpan = <Result>(text: string, work: () => Promise<Result>): Promise<Result> =>
  tracer?.isInSpan() ? inSpan(() => statementFacts(text), work) : work()

/** Headers that carry the trace to a linked product; none if traces are off. */
export const traceHeaders = (): Readonly<Record<string, string>> => tracer?.headers() ?? {}

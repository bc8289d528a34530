import type { IncomingHttpHeaders } from 'node:http'

/**
 * What is known of a piece of work as it begins. Never a value that somebody has sent or that a row holds, but for
 * the id of a request and the hosts that are called.
 */
export interface SpanFacts {
  readonly name: string
  /** `server` answers a request, `client` asks somebody else, `consumer` does what was put aside for later. */
  readonly kind: 'server' | 'client' | 'consumer'
  readonly attributes: Readonly<Record<string, string | number>>
}

/** A piece of work that is under way. */
export interface OpenSpan {
  readonly traceId: string
  /** Does something as a part of it. */
  readonly run: <Result>(work: () => Result) => Result
  /** @param failure in a word, where it came to nothing */
  readonly end: (more: Partial<Pick<SpanFacts, 'name' | 'attributes'>>, failure?: string) => void
}

/** How traces are made, once they are switched on. */
export interface Tracer {
  /** @param headers of a request, whose `traceparent` says what it is a part of */
  readonly open: (facts: SpanFacts, headers?: IncomingHttpHeaders) => OpenSpan
  /** Whether something is under way that is traced. */
  readonly isInSpan: () => boolean
  /** What tells another server what its work is a part of. */
  readonly headers: () => Readonly<Record<string, string>>
}

let tracer: Tracer | undefined

/** Has everything from now on traced; with undefined, nothing any more. */
export function setTracer(used: Tracer | undefined): void {
  tracer = used
}

/** What makes traces; undefined if they are off, as they are by default. */
export const currentTracer = (): Tracer | undefined => tracer

/** An error's kind, by which alone a trace tells it: its message may hold anybody's data. */
const kindOf = (error: unknown): string => {
  const { code, name } = Object(error) as { readonly code?: unknown; readonly name?: unknown }
  return String(code ?? name ?? 'error')
}

/**
 * Does a piece of work, traced where traces are on.
 * @param failureOf in a word, where a result says that it came to nothing
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

/** A statement's text as a trace shows it: without what stands in quotes, and no endless one. */
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

/** Headers that tell a linked product what its work is a part of; none where traces are off. */
export const traceHeaders = (): Readonly<Record<string, string>> => tracer?.headers() ?? {}

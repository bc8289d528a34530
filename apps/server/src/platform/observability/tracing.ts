import type { IncomingHttpHeaders } from 'node:http'

/**
 * Attributes of a span at its start. They never contain values from requests or rows, except the id of a request and
 * the hosts that are called.
 */
export interface SpanFacts {
  readonly name: string
  /** `server` serves a request, `client` makes one, `consumer` runs a queued job. */
  readonly kind: 'server' | 'client' | 'consumer'
  readonly attributes: Readonly<Record<string, string | number>>
}

/** A span that has not ended. */
interface OpenSpan {
  readonly traceId: string
  /** Runs work as a part of the span. */
  readonly run: <Result>(work: () => Result) => Result
  /**
   * Ends the span.
   * @param failure the failure in one word, if the work failed
   */
  readonly end: (more: Partial<Pick<SpanFacts, 'name' | 'attributes'>>, failure?: string) => void
}

/** Creates spans while tracing is on. */
export interface Tracer {
  /**
   * Opens a span.
   * @param headers headers of a request, whose `traceparent` contains its trace and parent
   */
  readonly open: (facts: SpanFacts, headers?: IncomingHttpHeaders) => OpenSpan
  /** Returns whether the current work is traced. */
  readonly isInSpan: () => boolean
  /** Returns headers that pass the trace on to another server. */
  readonly headers: () => Readonly<Record<string, string>>
}

let tracer: Tracer | undefined

/** Switches tracing on; undefined switches it off. */
export function setTracer(used: Tracer | undefined): void {
  tracer = used
}

/** Returns the current tracer; undefined if tracing is off, which is the default. */
export const currentTracer = (): Tracer | undefined => tracer

/** Returns the kind of an error. Traces contain nothing else of it, since its message may contain personal data. */
const kindOf = (error: unknown): string => {
  const { code, name } = Object(error) as { readonly code?: unknown; readonly name?: unknown }
  return String(code ?? name ?? 'error')
}

/**
 * Runs some work, in a span if tracing is on.
 * @param failureOf returns one word if a result is a failure
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

/** Returns the text of a statement for a trace, without quoted values and limited in length. */
const shown = (text: string): string => text.replace(/'(?:[^']|'')*'/g, "'?'").slice(0, 2000)

const statementFacts = (text: string): SpanFacts => ({
  name: /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement',
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql', 'db.query.text': shown(text) },
})

/** Sends a statement, in a span if the current work is traced. */
export const inStatementSpan = <Result>(text: string, work: () => Promise<Result>): Promise<Result> =>
  tracer?.isInSpan() ? inSpan(() => statementFacts(text), work) : work()

/** Returns headers that pass the trace on to a linked product; none if tracing is off. */
export const traceHeaders = (): Readonly<Record<string, string>> => tracer?.headers() ?? {}

import { Histogram } from 'prom-client'
import { inSpan, type SpanFacts } from './tracing.ts'

/** Kinds of servers that Atrium calls. */
type Outside = 'product' | 'job' | 'smtp' | 'sms' | 's3' | 'identity-provider'

const duration = new Histogram({
  name: 'atrium_outside_call_duration_seconds',
  help: 'Duration of calls to other servers, by target and outcome',
  labelNames: ['to', 'outcome'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
})

/** Outcomes of a successful call to another server. */
const wellEnded: ReadonlySet<string> = new Set(['done', 'delivered'])

/**
 * Calls another server, and counts, measures and traces the call.
 * @param host host of the address, unless it is one of the deployment's settings
 * @param outcomeOf returns the outcome of a result in one word; `done` by default, and `failed` after an error
 */
export async function outsideCall<Result>(
  { to, host }: { readonly to: Outside; readonly host?: string },
  work: () => Promise<Result>,
  outcomeOf: (result: Result) => string = () => 'done',
): Promise<Result> {
  const observe = duration.startTimer({ to })
  const attributes: SpanFacts['attributes'] = host === undefined ? {} : { 'server.address': host }
  let outcome = 'failed'
  try {
    return await inSpan(
      () => ({ name: to, kind: 'client', attributes }),
      async () => {
        const result = await work()
        outcome = outcomeOf(result)
        return result
      },
      () => (wellEnded.has(outcome) ? undefined : outcome),
    )
  } finally {
    observe({ outcome })
  }
}

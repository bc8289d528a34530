import { allCalls, type Call, fieldsOf, type RequestField } from '@atrium/contract'
import { oddTexts, oddValues } from './strings.ts'
import type { Outcome, Result, Shot, Target } from './target.ts'

/** Calls that would end the attack's session, lock its account or change its name. */
const isSparing = ({ path }: Call) => /\/logout|\/password|\/session\/|contact|\/update\/self/.test(path)

/** Number of parallel senders of odd fields, besides the one that sends malformed requests. */
const parallel = 3

/** Status codes of the HTTP parser, whose responses have no envelope: the request is malformed or too long. */
const unparsed = [400, 414, 431]

/** Returns the fault of a response to any request; undefined if there is none. */
export function faultOf({ status, envelope, text }: Result): string | undefined {
  if (status === 0) return 'the connection was closed without a response'
  if (status >= 500 && status !== 503) return `HTTP ${status}`
  if (status === 302 || status === 503 || status === 429) return undefined
  if (/at \S+ \(\S+:\d+:\d+\)|syntax error at or near|invalid input syntax/.test(text))
    return 'the response reveals internals'
  if (envelope === undefined && status !== 200 && !unparsed.includes(status))
    return `HTTP ${status} without an envelope`
  return undefined
}

/** Yields the probes in an order that is always the same, but mixes calls, so that a short run tries each call. */
function* probes(calls: readonly Call[]): Generator<{ call: Call; field: RequestField; value: unknown }> {
  const values = [...oddTexts, ...oddValues]
  const places = calls.flatMap((call) => fieldsOf(call).map((field) => ({ call, field })))
  for (let turn = 0; turn < values.length; turn++) {
    for (const [index, target] of places.entries())
      yield { ...target, value: values[(turn + index * 7) % values.length] }
  }
}

/** Returns malformed requests for a call. */
const misshapen = ({ path }: Call): Shot[] => [
  ...[
    '{',
    '[1]',
    '"text"',
    'null',
    '{"a":1}}',
    '{"__proto__":{"a":1}}',
    '\ufeff{}',
    `{"a":"${'x'.repeat(1_100_000)}"}`,
  ].map((body) => ({ method: 'POST', path, body })),
  { method: 'POST', path, body: '<a/>', headers: { 'content-type': 'text/xml' } },
  { method: 'POST', path, body: '{}', headers: { 'content-encoding': 'gzip' } },
  { method: 'GET', path: `${path}/%00/%zz`, headers: {} },
  { method: 'GET', path, headers: { 'x-forwarded-for': '*', language: '\u00ff' } },
  { method: 'DELETE', path, headers: {} },
]

/** Sends odd values in every field of every call, and malformed requests to every call. */
export async function fuzz(
  target: Target,
  outcome: Outcome,
  tokens: readonly (string | undefined)[],
): Promise<void> {
  const calls = allCalls.filter((call) => !isSparing(call))
  const note = (call: Call, what: string, response: Result) => {
    const fault = faultOf(response)
    if (fault) outcome.findings.push(`${call.method} ${call.path}, ${what}: ${fault}`)
  }
  const queue = probes(calls)
  const shoot = async (token: string | undefined) => {
    for (const { call, field, value } of queue) {
      if (target.isOver) return
      const shown = JSON.stringify(value)?.slice(0, 40)
      note(
        call,
        `${field.path.join('.')} = ${shown}`,
        await target.call(outcome, call, field.requestWith(value), token),
      )
    }
  }
  const shootMisshapen = async () => {
    for (const call of calls) {
      for (const [index, shot] of misshapen(call).entries()) {
        if (target.isOver) return
        note(
          call,
          `malformed request ${index + 1}`,
          await target.send(outcome, { ...shot, token: tokens.at(-1) }),
        )
      }
    }
  }
  await Promise.all([
    shootMisshapen(),
    ...Array.from({ length: parallel }, (_, index) => shoot(tokens[index % tokens.length])),
  ])
}

import { AccessRequest, codes, InvitationRequest, type Language, RolesRequest } from '@atrium/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { changeAccess, invite, mayOpen } from './access.ts'
import { delay, disconnect } from './failures.ts'
import { type Product, pathOf } from './products.ts'
import type { ProductRecords, RecordsFile } from './records.ts'
import type { Sessions } from './sessions.ts'
import { signatureCheck } from './signature.ts'
import { rolesResponse, storeStudy } from './studies.ts'
import { productTexts } from './texts.ts'

interface Call {
  readonly product: Product
  readonly records: ProductRecords
  readonly sessions: Sessions
  readonly request: FastifyRequest
  readonly language: Language
  /** Whether every second user is rejected. */
  readonly rejectsHalf?: boolean
}

const envelope = (code: number, message: string, data: unknown = null) => ({ code, message, data })
type Envelope = ReturnType<typeof envelope>

const languageOf = ({ headers }: FastifyRequest): Language => (headers.language === 'en' ? 'en' : 'zh')

/**
 * Parses the body of a request.
 * @returns undefined if the body is not valid
 */
const read = <Shape extends z.ZodMiniType>(
  shape: Shape,
  { body }: FastifyRequest,
): z.output<Shape> | undefined => {
  try {
    return z.safeParse(shape, JSON.parse(String(body))).data
  } catch {
    return undefined
  }
}

const text = z.string().check(z.minLength(1))

/** The suite's request to initialise a product for a tenant's domain. */
const InitialisationRequest = z.object({ tenantId: text, tenantName: text, tenantUrlId: text })

function initialise({ records, request, language }: Call): Envelope {
  const t = productTexts[language]
  const wanted = read(InitialisationRequest, request)
  if (!wanted) return envelope(codes.invalid, t.malformed)
  const known = records.initialisations.find(({ tenantUrlId }) => tenantUrlId === wanted.tenantUrlId)
  const at = known?.at ?? new Date().toISOString()
  if (known) known.times += 1
  else records.initialisations.unshift({ ...wanted, times: 1, at })
  return envelope(codes.ok, known ? t.readyAlready : t.ready, { at })
}

function roles({ product, records, request, language }: Call): Envelope {
  const wanted = read(RolesRequest, request)
  if (!wanted) return envelope(codes.invalid, productTexts[language].malformed)
  const study = storeStudy(records, product.style, wanted)
  return envelope(codes.ok, '', rolesResponse(records, product.style, study))
}

/** Maximum number of stored responses, far above the number of calls that are retried. */
const maxResponses = 1000

/** Performs a call once for its idempotency key. A repeated call gets the first response. */
function once<Shape extends z.ZodMiniType>(
  { records, request, language }: Call,
  shape: Shape,
  perform: (wanted: z.output<Shape>) => unknown,
): Envelope {
  const t = productTexts[language]
  const [key, contentHash] = ['idempotency-key', 'atrium-content-sha256'].map((name) =>
    String(request.headers[name]),
  ) as [string, string]
  const before = records.answers.find((answered) => answered.key === key)
  if (before)
    return before.contentHash === contentHash
      ? envelope(codes.ok, '', before.answer)
      : envelope(codes.conflict, t.otherContent)
  const wanted = read(shape, request)
  if (!wanted) return envelope(codes.invalid, t.malformed)
  const answer = perform(wanted)
  records.answers = [...records.answers, { key, contentHash, answer }].slice(-maxResponses)
  return envelope(codes.ok, '', answer)
}

const invitations = (call: Call): Envelope =>
  once(call, InvitationRequest, (wanted) => invite(call.records, call.product.style, wanted, call))

const access = (call: Call): Envelope =>
  once(call, AccessRequest, (wanted) => {
    const { product, records, sessions } = call
    const response = changeAccess(records, product.style, wanted, call)
    const { tenantId } = wanted
    for (const userId of response.success)
      if (!mayOpen(records, userId, tenantId)) sessions.withdraw(userId, tenantId)
    return response
  })

const accessPath = '/atrium/access'

const calls: Readonly<Record<string, (call: Call) => Envelope>> = {
  '/atrium/init': initialise,
  '/atrium/roles': roles,
  '/atrium/invitations': invitations,
  [accessPath]: access,
}

type Failing = (
  call: Call,
  answer: (call: Call) => Promise<Envelope>,
  reply: FastifyReply,
) => Promise<unknown>

/**
 * Ways in which products fail on purpose, for tests. Each is a path below the product's address: `/products/edc/slow`
 * is a slow EDC.
 */
const failures: Readonly<Record<string, Failing>> = {
  // Does the work, but responds after the caller has given up.
  slow: async (call, answer) => delay(await answer(call)),
  down: async (_call, _answer, reply) => disconnect(reply),
  rubbish: async (_call, _answer, reply) => reply.type('text/html; charset=utf-8').send('<h1>It works!</h1>'),
  refusing: async ({ language }) => envelope(codes.invalid, productTexts[language].refuses),
  half: async (call, answer) => answer({ ...call, rejectsHalf: true }),
  // A product that was made before there were access notices.
  'no-notices': async (call, answer, reply) =>
    call.request.url.endsWith(accessPath) ? reply.callNotFound() : answer(call),
}

/** Maximum size of a call in bytes. An invitation of a thousand users fits. */
const bodyLimit = 1024 * 1024

/** Serves the calls of a product, and the same calls below the path of each failure. */
export function serveCalls(
  app: FastifyInstance,
  product: Product,
  key: string | undefined,
  { records, save, sessions }: RecordsFile & { readonly sessions: Sessions },
): void {
  const isSigned = key === undefined ? () => false : signatureCheck({ appCode: product.appCode, key })
  const preHandler = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isSigned(request)) return
    return reply.code(401).send(envelope(codes.noSession, productTexts[languageOf(request)].unsigned))
  }
  const callOf = (request: FastifyRequest): Call => ({
    product,
    records,
    sessions,
    request,
    language: languageOf(request),
  })
  for (const [path, perform] of Object.entries(calls)) {
    const answer = async (call: Call) => {
      const done = perform(call)
      await save()
      return done
    }
    const options = { preHandler, bodyLimit }
    app.post(`${pathOf(product)}${path}`, options, async (request: FastifyRequest) => answer(callOf(request)))
    for (const [name, fail] of Object.entries(failures))
      app.post(`${pathOf(product)}/${name}${path}`, options, async (request: FastifyRequest, reply) =>
        fail(callOf(request), answer, reply),
      )
  }
}

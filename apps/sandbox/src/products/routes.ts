import { setTimeout as sleep } from 'node:timers/promises'
import { codes, type Language } from '@atrium/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageLanguage, texts } from '../page/texts.ts'
import { createInitialisations, InitialisationRequest, type Initialisations } from './initialisations.ts'
import { productPage } from './page.ts'
import { type Product, pathOf, products } from './products.ts'
import { signatureCheck } from './signature.ts'

type SignedRequest = FastifyRequest<{ Body: string }>

const envelope = (code: number, message: string, data: unknown = null) => ({ code, message, data })

const languageOf = ({ headers }: FastifyRequest): Language => (headers.language === 'en' ? 'en' : 'zh')

const parse = (body: string) => {
  try {
    return InitialisationRequest.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

/** The answer to the call that initialises a product. */
function initialise(initialisations: Initialisations, request: SignedRequest) {
  const t = texts[languageOf(request)]
  const wanted = parse(request.body)
  if (!wanted) return envelope(codes.invalid, t.productMalformed)
  const { times, at } = initialisations.add(wanted)
  return envelope(codes.ok, times === 1 ? t.productReady : t.productReadyAlready, { at })
}

/** How long a slow product takes: longer than anybody waits. Milliseconds. */
const slowness = 30_000

/**
 * How products fail on purpose, for tests: each has them below its own address, so that `/products/edc/slow` is the
 * address of an EDC that is slow.
 */
const failures: Readonly<Record<string, (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>>> =
  {
    slow: async (request) => {
      await sleep(slowness, undefined, { ref: false })
      return envelope(codes.ok, texts[languageOf(request)].productReady)
    },
    down: async (_request, reply) => {
      reply.hijack()
      reply.raw.destroy()
    },
    rubbish: async (_request, reply) => reply.type('text/html; charset=utf-8').send('<h1>It works!</h1>'),
    refusing: async (request) => envelope(codes.invalid, texts[languageOf(request)].productRefuses),
  }

const initPath = '/atrium/init'

/** The calls and the page of one product. */
function serve(app: FastifyInstance, product: Product, key: string | undefined): void {
  const path = pathOf(product)
  const initialisations = createInitialisations()
  const isSigned = key === undefined ? () => false : signatureCheck(product.appCode, key)
  const preHandler = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isSigned(request)) return
    return reply.code(401).send(envelope(codes.noSession, texts[languageOf(request)].productUnsigned))
  }
  app.post(`${path}${initPath}`, { preHandler }, async (request: SignedRequest) =>
    initialise(initialisations, request),
  )
  for (const [name, fail] of Object.entries(failures))
    app.post(`${path}/${name}${initPath}`, { preHandler }, fail)
  app.get<{ Querystring: { language?: string } }>(path, async ({ query, headers }, reply) => {
    const language = pageLanguage(query.language, headers['accept-language'])
    const page = productPage(product, initialisations.list(), language)
    return reply.type('text/html; charset=utf-8').send(page)
  })
}

/**
 * The products.
 * @param keys by appCode; a product without one refuses every call
 */
export const productRoutes =
  (keys: Readonly<Record<string, string>>) =>
  async (app: FastifyInstance): Promise<void> => {
    // The signature is over the body as it was sent.
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    for (const product of products) serve(app, product, keys[product.appCode])
  }

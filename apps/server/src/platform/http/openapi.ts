import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import {
  codes,
  DepartmentBranch,
  maxReason,
  passwordLifeSeconds,
  passwordPurposes,
  reasonCodeHeader,
  reasonHeader,
  signatureAccountHeader,
  signatureFields,
  signatureMeaningHeader,
  signatureMeanings,
  signaturePasswordHeader,
} from '@atrium/contract'
import { negotiate } from '@fastify/accept-negotiator'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { globalRegistry } from 'zod/mini'

const codeList = Object.entries(codes).map(([name, code]) => `- ${code}: ${name}`)

const description = `Every call returns an envelope with HTTP status 200. Its \`code\` is the outcome of the call:

${codeList.join('\n')}

Other HTTP statuses (404, 413, 415, 429, 500, 503) mean that the call was not carried out. The \`language\` header,
\`zh\` or \`en\`, selects the language of messages and names. Unknown fields are ignored.

A change may need a reason (422 on \`reason\` without it, with the \`reasons\` to choose from). The header
\`${reasonHeader}\` has it as free text of at most ${maxReason} characters, and \`${reasonCodeHeader}\` as the code of a
reason from \`POST /changeReason/choices\`; one of them is enough. Both are percent-encoded UTF-8.

A change may need an electronic signature (422 on \`${signatureFields.signature}\` without it, with its
\`signatureMeaning\`). The header \`${signaturePasswordHeader}\` has the caller's password, encrypted for the purpose
\`signature\`, and \`${signatureMeaningHeader}\` the meaning: ${signatureMeanings.map((meaning) => `\`${meaning}\``).join(', ')}. The first signature of a
session also needs the caller's user name in \`${signatureAccountHeader}\`, percent-encoded; see \`POST /signature/signatory\`.

A password is sent as \`v2.<keyId>.<key>.<iv>.<ciphertext>\`, with the parts in base64url: a new AES-256 key, encrypted
with RSA-OAEP (SHA-256) under the public key from \`GET /sys/login/key\`; the 12-byte IV; and the AES-GCM ciphertext,
followed by its 16-byte tag, of this JSON:

- \`password\`
- \`purpose\`: ${passwordPurposes.map((purpose) => `\`${purpose}\``).join(', ')}
- \`name\`: the name of the user whose password it is
- \`issuedAt\`: the \`time\` from a \`GET /sys/login/key\` made just before
- \`nonce\`: at least 16 random bytes, in base64url

Each encrypted password is accepted once, within ${passwordLifeSeconds / 60} minutes, for its purpose and name. Encrypt
the password again for each attempt.`

/** Rules that JSON Schema cannot express (a trimmed text, a cross-field rule) are left out; the field's type remains. */
const options = { zodToJsonConfig: { unrepresentable: 'any' } } as const

// A schema that contains itself must be referenced by name.
globalRegistry.add(DepartmentBranch, { id: 'DepartmentBranch' })

/** Collects the calls that are added later into an OpenAPI 3.1 document. */
export async function describeCalls(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Atrium', version: '1', description },
      servers: [{ url: '/api' }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'header',
            name: 'authorization',
            description: 'The session key that the sign-in call returns, without a prefix.',
          },
          product: {
            type: 'apiKey',
            in: 'header',
            name: 'atrium-signature',
            description:
              'The signature of a linked product. It also needs other headers: see docs/integrators.md.',
          },
          team: {
            type: 'apiKey',
            in: 'header',
            name: 'atrium-signature',
            description:
              'The signature of a team that releases remotes. It also needs other headers: see docs/teams.md.',
          },
        },
      },
    },
    stripBasePath: true,
    transform: createJsonSchemaTransform(options),
    transformObject: createJsonSchemaTransformObject(options),
  })
}

/** The document as it is sent, plain and compressed, and the tag of its content. */
interface Prepared {
  readonly tag: string
  readonly bodies: Readonly<Record<Encoding, Buffer>>
}

const encodings: ['br', 'gzip', 'identity'] = ['br', 'gzip', 'identity']
type Encoding = (typeof encodings)[number]

/**
 * Serialises and compresses the document of half a megabyte. To do this for each request would cost more than most
 * calls.
 */
async function prepare(document: object): Promise<Prepared> {
  const identity = Buffer.from(JSON.stringify(document))
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  const tag = `W/"${createHash('sha256').update(identity).digest('base64url')}"`
  return { tag, bodies: { br, gzip: zipped, identity } }
}

const documentPath = '/openapi.json'

/** Copies of the document that the page would request. They are generated again for each request. */
const documentCopies = /\/docs\/(json|yaml)$/

/** Serves the document, which is created once, and a page to browse it. */
export async function serveDescription(app: FastifyInstance): Promise<void> {
  let prepared: Promise<Prepared> | undefined
  app.get(documentPath, { schema: { hide: true } }, async (request, reply) => {
    prepared ??= prepare(app.swagger())
    const { tag, bodies } = await prepared
    reply.headers({ 'cache-control': 'no-cache', etag: tag, vary: 'accept-encoding' })
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', encodings) ?? 'identity'
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type('application/json; charset=utf-8').send(bodies[encoding])
  })
  // Omits the library's top bar, since there is only one document.
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // The page's links start at the root of the site.
    indexPrefix: '/api',
    // Collapsed, since rendering all calls at once takes browsers half a minute.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', defaultModelsExpandDepth: -1 },
    uiHooks: {
      onRequest: async (request, reply) => {
        if (documentCopies.test(request.url)) return reply.redirect(`..${documentPath}`)
      },
    },
  })
}

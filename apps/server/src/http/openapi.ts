import { codes } from '@atrium/contract'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'

const codeList = Object.entries(codes).map(([name, code]) => `- ${code}: ${name}`)

const description = `Every answer is an envelope at HTTP status 200; its \`code\` says how the call ended:

${codeList.join('\n')}

Other HTTP statuses (404, 413, 415, 429, 500, 503) are faults of the way to a call. The \`language\` header,
\`zh\` or \`en\`, chooses the language of messages and names. Fields that a call does not know are dropped.`

/** Rules that JSON Schema cannot say (a trimmed text, a cross-field rule) leave the field's type. */
const transform = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } })

/** Collects the calls that are added afterwards into an OpenAPI 3.1 document. */
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
            description: 'The session key that signing in answers, as it is.',
          },
        },
      },
    },
    stripBasePath: true,
    transform,
  })
}

/** Serves the document, and a page to browse it with. */
export async function serveDescription(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  // Without the bar of the library's own: there is one document.
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // The page's links begin at the root of the site.
    indexPrefix: '/api',
    uiConfig: { layout: 'BaseLayout' },
  })
}

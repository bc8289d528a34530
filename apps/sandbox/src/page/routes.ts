import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Inbox, MessageFilter } from '../inbox.ts'
import { inboxPage, messagePage } from './pages.ts'
import { style } from './style.ts'
import { pageLanguage } from './texts.ts'

interface ById {
  Params: { id: string }
}

const html = 'text/html; charset=utf-8'

/** The page of a mail can neither run scripts nor fetch anything, wherever it is opened. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

const languageOf = ({ query, headers }: FastifyRequest) =>
  pageLanguage((query as { language?: string }).language, headers['accept-language'])

/** Serves the inbox as pages for people and as JSON for tests. */
export const inboxRoutes = (inbox: Inbox, demoPhone?: string) => async (app: FastifyInstance) => {
  app.get('/', async (request, reply) =>
    reply.type(html).send(inboxPage(inbox.list(), languageOf(request), demoPhone)),
  )
  app.get<ById>('/messages/:id', async (request, reply) => {
    const message = inbox.find(request.params.id)
    return reply
      .code(message ? 200 : 404)
      .type(html)
      .send(messagePage(message, languageOf(request)))
  })
  app.get<ById>('/messages/:id/html', async ({ params }, reply) => {
    const message = inbox.find(params.id)
    reply.header('content-security-policy', mailPolicy).type(html)
    return message?.html ? reply.send(message.html) : reply.code(404).send('')
  })
  app.get('/style.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
  app.get<{ Querystring: MessageFilter }>('/api/messages', async ({ query: { kind, to } }) => ({
    messages: inbox.list({ kind, to }),
  }))
}

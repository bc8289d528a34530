import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Inbox } from '../inbox.ts'
import { type GatewayKey, isSigned } from './signature.ts'

/** Path of the SMS gateway. */
export const gatewayPath = '/sms/send'

const text = z.string().check(z.minLength(1))

/** Body of a request, as listed in docs/operators/messages.md. */
const SmsRequest = z.object({
  id: text,
  to: text,
  text,
  language: text,
  template: text,
  params: z.record(z.string(), z.string()),
})

const parse = (body: string) => {
  try {
    return SmsRequest.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

/** Serves an SMS gateway that puts accepted messages into the inbox. */
export const smsGateway = (inbox: Inbox, key: GatewayKey) => async (app: FastifyInstance) => {
  // The signature covers the body as it was sent.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.post<{ Body: string }>(gatewayPath, async ({ headers, body }, reply) => {
    if (!isSigned(key, headers, body)) return reply.code(401).send({ message: 'the signature is invalid' })
    const sms = parse(body)
    if (!sms) return reply.code(400).send({ message: 'the body does not match the gateway protocol' })
    const { id: reference, to, text, params } = sms
    inbox.add({ kind: 'sms', to: [to], subject: '', text, params, reference })
    return { id: reference }
  })
}

import { generateKeyPairSync } from 'node:crypto'
import { codes } from '@atrium/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { ownNames } from '../http.ts'
import { sourceCheck } from './source.ts'

/** Base path of the CTMS in the sandbox. */
const ctmsPath = '/ctms'

const facts = { siteCode: '01', logo: `${ctmsPath}/logo.svg`, address: ctmsPath }

const site = {
  zh: { ...facts, siteName: '明济医院', status: '进行中' },
  en: { ...facts, siteName: 'Mingji Hospital', status: 'Active' },
}

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
<rect width="48" height="48" rx="10" fill="#0e7c86"/><path d="M20 12h8v8h8v8h-8v8h-8v-8h-8v-8h8z" fill="#fff"/></svg>`

const envelope = (code: number, message: string, data: unknown = null) => {
  const good = code === codes.ok
  return { code, success: good, isOk: good, message, data }
}

/** Only suites on this machine may call. The source header is not CORS-safelisted, so browsers send a preflight. */
const allow = (reply: FastifyReply, origin: string | undefined): FastifyReply =>
  ownNames.has(URL.parse(origin ?? '')?.hostname ?? '')
    ? reply.headers({
        'access-control-allow-origin': origin,
        'access-control-allow-headers': 'source, language, content-type',
        'cross-origin-resource-policy': 'cross-origin',
        vary: 'origin',
      })
    : reply

/** Serves a clinical trial management system that recognises the suite's calls by their source header. */
export const ctmsRoutes = async (app: FastifyInstance) => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const isFromSuite = sourceCheck(privateKey)
  app.addHook('onRequest', async ({ headers }, reply) => void allow(reply, headers.origin))
  app.options(`${ctmsPath}/*`, async (_request, reply) => reply.code(204).send())
  // The value for `ctms.publicKey` in a deployment's profile.
  app.get(`${ctmsPath}/publicKey`, async () => ({
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  }))
  app.get(`${ctmsPath}/logo.svg`, async (_request, reply) => {
    // Suites load the logo from other origins.
    reply.header('cross-origin-resource-policy', 'cross-origin').type('image/svg+xml')
    return logo
  })
  app.get(`${ctmsPath}/gbc/site/siteinfo`, async ({ headers }) => {
    if (!isFromSuite(headers.source?.toString()))
      return envelope(codes.noSession, 'the source header is missing or invalid')
    return envelope(codes.ok, '', headers.language === 'en' ? site.en : site.zh)
  })
}

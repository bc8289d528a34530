import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { call, codes, noFields } from '@atrium/contract'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import * as z from 'zod/mini'
import { textsSettled } from '../i18n/texts.ts'
import { installProfile, profile } from '../profile.ts'
import { endSession, isSignedIn, startSession } from '../session/store.ts'
import { envelope, type Result, startApi } from '../testing/api-server.ts'
import { Rejection, TransportFailure } from './failures.ts'
import { installNotifier } from './notifier.ts'
import { sendToCtms } from './send.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const siteInfo = call({
  method: 'GET',
  path: '/gbc/site/siteinfo',
  summary: 'the site',
  access: { kind: 'session' },
  effect: 'read',
  request: noFields,
  response: z.object({ siteName: z.string() }),
})

let response: Result
let shown: string[]
let ctms: Awaited<ReturnType<typeof startApi>>

beforeEach(async () => {
  shown = []
  const error = (message: string, closed: () => void) => {
    shown.push(message)
    closed()
  }
  installNotifier({ error })
  response = envelope(codes.ok, '', { siteName: '明济医院' })
  ctms = await startApi(() => response)
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const basePath = profile().apiPrefix
  installProfile({ ...profile(), ctms: { ...profile().ctms, basePath, publicKey: key } })
  await textsSettled()
  startSession('secret')
})
afterEach(async () => {
  endSession()
  await ctms.stop()
})

const sources = () =>
  ctms.seen.map(({ headers }) =>
    privateDecrypt(
      { key: privateKey, padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(String(headers.source), 'base64'),
    ).toString(),
  )

describe('a call of the CTMS', () => {
  it('proves with its source header that it comes from the suite, with a new header each time', async () => {
    expect(await sendToCtms(siteInfo, {})).toEqual({ siteName: '明济医院' })
    await sendToCtms(siteInfo, {})
    const [first = '', second] = sources()
    expect(first).toMatch(/^\d{29}$/)
    expect(Math.abs(Number(first.slice(0, 13)) - Date.now())).toBeLessThan(60_000)
    expect(second).not.toBe(first)
  })

  it('does not send the session’s key', async () => {
    await sendToCtms(siteInfo, {})
    expect(JSON.stringify(ctms.seen[0]?.headers)).not.toContain('secret')
    expect(ctms.seen[0]?.headers.language).toBe('zh')
  })

  it('shows a rejection, and does not affect the suite’s session', async () => {
    response = envelope(codes.noSession, '来源校验失败')
    await expect(sendToCtms(siteInfo, {})).rejects.toThrow(Rejection)
    expect(isSignedIn()).toBe(true)
    response = { status: 500 }
    await expect(sendToCtms(siteInfo, {})).rejects.toThrow(TransportFailure)
    expect(shown.at(-1)).toBe('请求失败')
  })

  it('hides every failure in silent mode', async () => {
    for (const wrong of [envelope(codes.noSession, '来源校验失败'), { status: 500 }]) {
      response = wrong
      await expect(sendToCtms(siteInfo, {}, { silent: true })).rejects.toThrow()
    }
    expect(shown).toEqual([])
  })

  it('fails if the profile has no CTMS', async () => {
    installProfile({ ...profile(), ctms: { ...profile().ctms, basePath: '' } })
    await expect(sendToCtms(siteInfo, {}, { quiet: true })).rejects.toThrow(TransportFailure)
    expect(ctms.seen).toHaveLength(0)
  })
})

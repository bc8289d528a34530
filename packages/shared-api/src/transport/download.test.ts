import { call, codes, noData } from '@atrium/contract'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import * as z from 'zod/mini'
import { textsSettled } from '../i18n/texts.ts'
import { renewSession } from '../session/renew.ts'
import { lastSignIn } from '../session/sign-in-memory.ts'
import { endSession, startSession } from '../session/store.ts'
import { envelope, type Result, startApi } from '../testing/api-server.ts'
import { download } from './download.ts'
import { Rejection, TransportFailure } from './failures.ts'
import { installNotifier } from './notifier.ts'

const exportThings = call({
  method: 'POST',
  path: '/thing/export',
  summary: 'things as a file',
  access: { kind: 'session' },
  effect: 'write',
  request: z.object({ all: z.boolean() }),
  response: noData,
  form: 'download',
})

let response: (key: string | undefined) => Result
let api: Awaited<ReturnType<typeof startApi>>
let shown: string[]

const fileOf = (pieces: AsyncIterable<string>, expectedLength = 8): Result => ({
  file: { name: 'things-2026-01-31.zip', expectedLength, pieces },
})
async function* halves() {
  yield 'half'
  yield 'full'
}

beforeEach(async () => {
  shown = []
  installNotifier({ error: (message, closed) => closed() ?? void shown.push(message) })
  response = () => fileOf(halves())
  api = await startApi(({ headers }) => response(headers.authorization))
  endSession()
  await textsSettled()
})
afterEach(() => api.stop())

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
const until = async (happened: () => boolean) => {
  while (!happened()) await new Promise((soon) => setTimeout(soon, 5))
}

describe('a download', () => {
  it('returns the file with the name that the server chose, and reports its progress', async () => {
    const shares: number[] = []
    const input = { all: true }
    const { fileName, blob } = await download(exportThings, input, {
      onProgress: (share) => shares.push(share),
    })
    expect([fileName, blob.size, blob.type]).toEqual(['things-2026-01-31.zip', 8, 'application/zip'])
    expect(api.seen[0]).toMatchObject({ method: 'POST', path: '/thing/export', body: input })
    expect(shares[0]).toBe(0)
    expect(shares.at(-1)).toBe(1)
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  })

  it('reports at most 99 % before it is complete, however wrong the estimate', async () => {
    const shares: number[] = []
    response = () => fileOf(halves(), 1)
    await download(exportThings, { all: true }, { onProgress: (share) => shares.push(share) })
    expect(new Set(shares.slice(1, -1))).toEqual(new Set([0.99]))
  })

  it('throws and shows the server’s rejection', async () => {
    response = () => envelope(codes.limitReached, '您已有一个导出任务')
    const error = await failure(download(exportThings, { all: true }))
    expect(error).toBeInstanceOf(Rejection)
    expect(error).toMatchObject({ code: codes.limitReached })
    expect(shown).toEqual(['您已有一个导出任务'])
  })

  it('fails with a transport failure if it breaks off or gets no response', async () => {
    response = () =>
      fileOf(
        (async function* () {
          yield 'half'
          await new Promise((soon) => setTimeout(soon, 20))
          throw new Error('broken')
        })(),
      )
    expect(await failure(download(exportThings, { all: true }))).toBeInstanceOf(TransportFailure)
    response = () => ({ status: 503 })
    expect(await failure(download(exportThings, { all: true }))).toMatchObject({ status: 503 })
    expect(shown).toEqual(['请求失败', '请求失败'])
  })

  it('shows no error when aborted half-way, and aborts the request', async () => {
    const controller = new AbortController()
    let hungUp = false
    response = () =>
      fileOf(
        (async function* () {
          try {
            yield 'half'
            controller.abort()
            await new Promise((soon) => setTimeout(soon, 20))
            for (;;) yield 'more'
          } finally {
            hungUp = true
          }
        })(),
      )
    const { signal } = controller
    const error = await failure(download(exportThings, { all: true }, { signal }))
    expect(error).toMatchObject({ name: 'AbortError' })
    expect(shown).toEqual([])
    await until(() => hungUp)
  })

  it('waits until the user has signed in again if the session has ended', async () => {
    lastSignIn.keep('password', 'zhang.san')
    startSession('old')
    response = (key) => (key === 'new' ? fileOf(halves()) : envelope(codes.sessionExpired, 'ended'))
    const pending = download(exportThings, { all: true })
    await until(() => api.seen.length === 1)
    await renewSession('new')
    expect((await pending).blob.size).toBe(8)
    expect(api.seen.map(({ headers }) => headers.authorization)).toEqual(['old', 'new'])
  })
})

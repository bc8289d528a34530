import { call, codes, noData, noFields } from '@atrium/contract'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { renderHook } from '@testing-library/react'
import * as z from 'zod/mini'
import { setLanguage, textsSettled } from '../i18n/texts.ts'
import { endSession, isSignedIn, startSession } from '../session/store.ts'
import { envelope, type Result, startApi } from '../testing/api-server.ts'
import { Rejection, TransportFailure } from './failures.ts'
import { useOverlay } from './feedback.ts'
import { installNotifier } from './notifier.ts'
import { send } from './send.ts'

const read = call({
  method: 'GET',
  path: '/thing',
  summary: 'reads',
  access: { kind: 'session' },
  effect: 'read',
  request: z.object({ id: z.string(), keyWord: z.optional(z.string()) }),
  response: z.object({ name: z.string() }),
})
const write = call({ ...read, method: 'POST', path: '/thing/save', request: z.object({ name: z.string() }) })
const ping = call({ ...write, path: '/ping', request: noFields, response: noData })

let response: () => Result | Promise<Result>
let api: Awaited<ReturnType<typeof startApi>>
let shown: { message: string; closed: () => void }[]

beforeEach(async () => {
  shown = []
  installNotifier({ error: (message, closed) => void shown.push({ message, closed }) })
  response = () => envelope(200, 'ok', { name: '研究' })
  api = await startApi(() => response())
  endSession()
  await textsSettled()
})
afterEach(() => api.stop())

const failure = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('send', () => {
  it('sends a GET call as a query with a random t, and returns the data', async () => {
    await expect(send(read, { id: '7' })).resolves.toEqual({ name: '研究' })
    await send(read, { id: '7' })
    const [first, second] = api.seen
    expect([first?.method, first?.path, first?.query.get('id')]).toEqual(['GET', '/thing', '7'])
    expect(first?.query.has('keyWord')).toBe(false)
    expect(first?.query.get('t')).not.toBe(second?.query.get('t'))
  })

  it('sends a POST call as JSON without t', async () => {
    await send(write, { name: '中心' })
    expect(api.seen[0]).toMatchObject({ method: 'POST', path: '/thing/save', body: { name: '中心' } })
    expect(api.seen[0]?.query.has('t')).toBe(false)
  })

  it('sends the session key and the language', async () => {
    await send(ping, {})
    expect(api.seen[0]?.headers).toMatchObject({ language: 'zh' })
    expect(api.seen[0]?.headers.authorization).toBeUndefined()
    startSession('key-1')
    await setLanguage('en')
    await send(ping, {})
    expect(api.seen[1]?.headers).toMatchObject({ language: 'en', authorization: 'key-1' })
    await setLanguage('zh')
  })

  it('accepts the code 200 as a string', async () => {
    response = () => ({ body: { code: '200', message: '', data: null } })
    await expect(send(ping, {})).resolves.toBeNull()
  })

  it('throws a rejection with code, fields and changes, and shows its message', async () => {
    const errors = [{ field: 'name', message: '请输入名称！' }]
    response = () => envelope(codes.invalid, '填写内容有误', null, { errors })
    const error = await failure(send(write, { name: '' }))
    expect(error).toBeInstanceOf(Rejection)
    expect(error).toMatchObject({ code: codes.invalid, errors, changes: [] })
    expect(shown.map(({ message }) => message)).toEqual(['填写内容有误'])
  })

  it('shows no second toast while one is visible, and none in quiet mode', async () => {
    response = () => envelope(codes.forbidden, '没有权限')
    await failure(send(ping, {}, { quiet: true }))
    expect(shown).toHaveLength(0)
    await failure(send(ping, {}))
    await failure(send(ping, {}))
    expect(shown).toHaveLength(1)
    shown[0]?.closed()
    await failure(send(ping, {}))
    expect(shown).toHaveLength(2)
  })

  it.each([
    [
      'an HTTP status other than 200',
      { status: 500, body: { code: 500, message: 'x' } },
      500,
      /服务器内部错误/,
    ],
    ['a status of what stands before the server', { status: 502 }, 502, /服务暂不可用/],
    ['an answer that is no JSON', { body: '<html>' }, 200, /无法识别（HTTP 200）/],
    ['an answer that is no envelope', { body: { hello: 1 } }, 200, /无法识别（HTTP 200）/],
  ])('calls %s a transport failure, and says why', async (_, given, status, message) => {
    response = () => given
    const error = await failure(send(ping, {}, { quiet: true }))
    expect(error).toBeInstanceOf(TransportFailure)
    expect(error).toMatchObject({ status, message: expect.stringMatching(message) })
    expect(shown.map(({ message }) => message)).toEqual(['请求失败'])
  })

  it('reports an unreachable server as a transport failure, without a retry', async () => {
    await api.stop()
    const error = await failure(send(ping, {}))
    expect(error).toBeInstanceOf(TransportFailure)
    expect(error).toMatchObject({ status: undefined, message: '无法连接服务器，请检查网络连接' })
    expect(shown).toHaveLength(1)
  })

  it('never retries a call automatically', async () => {
    response = () => ({ status: 503, body: {} })
    await failure(send(read, { id: '1' }))
    expect(api.seen).toHaveLength(1)
  })

  it('shows nothing for an aborted call', async () => {
    const controller = new AbortController()
    response = () => new Promise((late) => setTimeout(() => late(envelope(200, '')), 500))
    const pending = failure(send(ping, {}, { signal: controller.signal }))
    controller.abort()
    expect(await pending).toMatchObject({ name: 'AbortError' })
    expect(shown).toHaveLength(0)
  })

  it.each([codes.noSession, codes.sessionExpired, codes.sessionEnded])(
    'ends the session on code %i',
    async (code) => {
      startSession('key-2')
      response = () => envelope(code, '登录身份已过期')
      await failure(send(ping, {}, { quiet: true }))
      expect(isSignedIn()).toBe(false)
      expect(shown).toHaveLength(1)
    },
  )

  it('shows one overlay for all calls in progress, and hides it after a failure', async () => {
    const overlay = () => {
      const { result, unmount } = renderHook(useOverlay)
      unmount()
      return result.current
    }
    let finish: (given: Result) => void = () => undefined
    response = () => new Promise((late) => (finish = late))
    const pending = failure(send(ping, {}, { quiet: true }))
    expect(overlay()).toBe(true)
    while (api.seen.length === 0) await new Promise((soon) => setTimeout(soon, 5))
    finish({ status: 500 })
    await pending
    expect(overlay()).toBe(false)
    response = () => envelope(200, '')
    const quiet = send(ping, {}, { overlay: false })
    expect(overlay()).toBe(false)
    await quiet
  })
})

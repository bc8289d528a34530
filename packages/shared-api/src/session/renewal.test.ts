import { call, codes, noFields, type UserInfo } from '@atrium/contract'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { act, renderHook } from '@testing-library/react'
import * as z from 'zod/mini'
import { textsSettled } from '../i18n/texts.ts'
import { installNotifier, Rejection, send, signOut, TransportFailure } from '../index.ts'
import { storageKeys } from '../storage/keys.ts'
import { storedValues } from '../storage/stored-values.ts'
import { envelope, type Result, type SeenRequest, startApi } from '../testing/api-server.ts'
import { useSessionEnd } from './invalid.ts'
import { renewSession } from './renew.ts'
import { lastSignIn, returnAddress } from './sign-in-memory.ts'
import { endSession, isSignedIn, keepUser, sessionKey, startSession, useSession } from './store.ts'

const thing = call({
  method: 'POST',
  path: '/thing',
  summary: 'does a thing',
  access: { kind: 'session' },
  effect: 'write',
  request: z.object({ name: z.string() }),
  response: z.string(),
})
const open = call({ ...thing, path: '/open', access: { kind: 'public' }, request: noFields })

/** Valid keys and their users. */
let known: Record<string, string>
let rejection: number
/** Whether the server rejects `/thing` with any key. */
let stubborn: boolean
let held: (() => void)[]
let shown: string[]
let api: Awaited<ReturnType<typeof startApi>>

function response({ path, headers, body }: SeenRequest): Result {
  if (path === '/open') return envelope(codes.ok, '', 'open')
  const user = known[headers.authorization ?? '']
  if (!user || (stubborn && path === '/thing')) return envelope(rejection, 'ended')
  if (path === '/sys/user/info') return envelope(codes.ok, '', { id: user, language: 'zh' })
  return envelope(codes.ok, '', Object(body).name)
}

const person = { id: 'u1', userName: 'zhang.san' } as UserInfo
const reason = () => {
  const { result, unmount } = renderHook(useSessionEnd)
  unmount()
  return result.current
}
const until = async (happened: () => boolean) => {
  while (!happened()) await new Promise((soon) => setTimeout(soon, 5))
}
const paths = () => api.seen.map(({ path, headers }) => `${path} ${headers.authorization ?? ''}`)
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  endSession()
  shown = []
  held = []
  installNotifier({ error: (message) => void shown.push(message) })
  rejection = codes.sessionExpired
  stubborn = false
  known = { old: 'u1' }
  api = await startApi(async (request) => {
    const answered = response(request)
    if (held.length > 0 && request.path === '/thing') await new Promise<void>((go) => held.push(go))
    return answered
  })
  await textsSettled()
  lastSignIn.keep('password', 'zhang.san')
  startSession('old')
  keepUser(person)
})
afterEach(() => api.stop())

describe('calls that meet the end of the session', () => {
  it.each([codes.noSession, codes.sessionExpired, codes.sessionEnded])(
    'wait, with the reason %i, and are each sent once more with the new key',
    async (code) => {
      rejection = code
      known = { new: 'u1' }
      const calls = Promise.all([send(thing, { name: 'a' }), send(thing, { name: 'b' })])
      await until(() => reason() !== undefined)
      expect(reason()).toBe(code)
      expect(isSignedIn()).toBe(true)
      await renewSession('new')
      expect(await calls).toEqual(['a', 'b'])
      expect(reason()).toBeUndefined()
      expect(paths().filter((seen) => seen.startsWith('/thing'))).toEqual([
        '/thing old',
        '/thing old',
        '/thing new',
        '/thing new',
      ])
      expect(shown).toEqual([])
    },
  )

  it('delay later calls, but not public ones', async () => {
    known = { new: 'u1' }
    const first = send(thing, { name: 'a' })
    await until(() => reason() !== undefined)
    const second = send(thing, { name: 'b' })
    expect(await send(open, {})).toBe('open')
    expect(paths()).toEqual(['/thing old', '/open old'])
    await renewSession('new')
    expect(await Promise.all([first, second])).toEqual(['a', 'b'])
    expect(paths().filter((seen) => seen === '/thing new')).toHaveLength(2)
  })

  it('are not sent again if they were aborted', async () => {
    known = { new: 'u1' }
    const controller = new AbortController()
    const aborted = failure(send(thing, { name: 'a' }, { signal: controller.signal }))
    await until(() => reason() !== undefined)
    controller.abort()
    expect(await aborted).toMatchObject({ name: 'AbortError' })
    await renewSession('new')
    expect(paths()).not.toContain('/thing new')
  })

  it('are not repeated if the new session is rejected too', async () => {
    known = { new: 'u1' }
    stubborn = true
    const rejected = failure(send(thing, { name: 'a' }))
    await until(() => reason() !== undefined)
    await renewSession('new')
    expect(await rejected).toBeInstanceOf(Rejection)
    expect(reason()).toBe(codes.sessionExpired)
    expect(paths().filter((seen) => seen.startsWith('/thing'))).toEqual(['/thing old', '/thing new'])
  })

  it('are retried at once if their rejection arrives after the user has signed in again', async () => {
    known = { new: 'u1' }
    held.push(() => undefined)
    const late = send(thing, { name: 'late' })
    await until(() => held.length > 1)
    await act(() => renewSession('new'))
    const [, release] = held
    held.length = 0
    release?.()
    expect(await late).toBe('late')
    expect(reason()).toBeUndefined()
  })

  it('are dropped when the user signs out instead', async () => {
    known = {}
    const dropped = failure(send(thing, { name: 'a' }))
    await until(() => reason() !== undefined)
    endSession()
    expect(await dropped).toMatchObject({ name: 'AbortError' })
    expect(reason()).toBeUndefined()
  })
})

describe('signing in again', () => {
  it('keeps the page’s user', async () => {
    known = { new: 'u1' }
    await renewSession('new')
    expect(useSession.getState()).toMatchObject({ key: 'new', user: { id: 'u1' } })
  })

  it('changes nothing if the server does not identify the user', async () => {
    expect(await failure(renewSession('unknown'))).toBeInstanceOf(Rejection)
    await api.stop()
    expect(await failure(renewSession('new'))).toBeInstanceOf(TransportFailure)
    expect(sessionKey()).toBe('old')
    api = await startApi(response)
  })
})

describe('the end of the session', () => {
  it('signs the user out if the way of signing in is unknown, and stores the page to return to', async () => {
    storedValues.remove(storageKeys.loginType)
    known = {}
    window.location.hash = '#/systemManger/tenant?page=2'
    expect(await failure(send(thing, { name: 'a' }))).toBeInstanceOf(Rejection)
    expect(isSignedIn()).toBe(false)
    expect(shown).toEqual(['您的登录身份已过期，请重新登录'])
    expect(returnAddress.owner()).toBe('u1')
    expect(returnAddress.take()).toBe('/systemManger/tenant?page=2')
  })

  it('does not prevent the user from signing out', async () => {
    known = {}
    await signOut()
    expect(isSignedIn()).toBe(false)
    expect(reason()).toBeUndefined()
    expect(shown).toEqual([])
  })
})

import { beforeEach, describe, expect, it } from '@jest/globals'
import Cookies from 'js-cookie'
import { failedSignIns, lastSignIn, returnAddress } from './sign-in-memory.ts'
import {
  endSession,
  isSignedIn,
  keepSelection,
  sessionKey,
  startSession,
  storedKey,
  useSession,
} from './store.ts'

beforeEach(() => {
  endSession()
  localStorage.clear()
  sessionStorage.clear()
})

describe('the session', () => {
  it('keeps its key as JSON in the cookie usercache', () => {
    startSession('k 1/=')
    expect(isSignedIn()).toBe(true)
    expect(JSON.parse(Cookies.get('usercache') ?? '')).toEqual({
      sessionKey: 'k 1/=',
      projectId: '',
      hospitalId: '',
    })
    expect(storedKey()).toBe('k 1/=')
  })

  it('stores the selected product page next to the key, which stays', () => {
    startSession('k')
    keepSelection({ projectId: 'study', hospitalId: 'tenant' })
    const stored = { sessionKey: 'k', projectId: 'study', hospitalId: 'tenant' }
    expect(JSON.parse(Cookies.get('usercache') ?? '')).toEqual(stored)
    expect([storedKey(), sessionKey()]).toEqual(['k', 'k'])
    endSession()
    keepSelection({ projectId: 'study', hospitalId: 'tenant' })
    expect(Cookies.get('usercache')).toBeUndefined()
  })

  it('removes key and user when it ends', () => {
    startSession('k')
    endSession()
    expect(sessionKey()).toBeUndefined()
    expect(useSession.getState().user).toBeUndefined()
    expect(Cookies.get('usercache')).toBeUndefined()
  })

  it.each(['', 'nonsense', '{}', 'null', '{"sessionKey":7}', '{"sessionKey":""}'])(
    'takes the cookie %j for no session',
    (cookie) => {
      Cookies.set('usercache', cookie)
      expect(storedKey()).toBeUndefined()
    },
  )
})

describe('the count of failed sign-ins', () => {
  it('requires the captcha after the fourth failure, until a sign-in succeeds', () => {
    for (const failures of [1, 2, 3]) {
      failedSignIns.add()
      expect([failures, failedSignIns.needCaptcha()]).toEqual([failures, false])
    }
    failedSignIns.add()
    expect(failedSignIns.needCaptcha()).toBe(true)
    failedSignIns.reset()
    expect(failedSignIns.needCaptcha()).toBe(false)
  })

  it('is set to four when the server demands the captcha', () => {
    failedSignIns.demandCaptcha()
    expect(localStorage.getItem('atrium.failedSignIns')).toBe('4')
  })
})

describe('the return address', () => {
  it('is returned only once', () => {
    returnAddress.keep('/systemManger/tenant?page=2')
    returnAddress.propose('/softIndex')
    expect(returnAddress.take()).toBe('/systemManger/tenant?page=2')
    expect(returnAddress.take()).toBeUndefined()
  })
})

it('remembers type and user name of the last sign-in', () => {
  expect(lastSignIn.type()).toBeUndefined()
  lastSignIn.keep('password', 'admin')
  expect([lastSignIn.type(), lastSignIn.name()]).toEqual(['password', 'admin'])
})

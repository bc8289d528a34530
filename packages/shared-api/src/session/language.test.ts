import { codes } from '@atrium/contract'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import Cookies from 'js-cookie'
import { currentLanguage, setLanguage, textsSettled } from '../i18n/texts.ts'
import { storageKeys } from '../storage/keys.ts'
import { envelope, startApi } from '../testing/api-server.ts'
import { chooseLanguage, followLanguage, followLinkLanguage } from './language.ts'
import { endSession, startSession } from './store.ts'
import { loadUser } from './user.ts'

let kept: string
let api: Awaited<ReturnType<typeof startApi>>

beforeEach(async () => {
  endSession()
  localStorage.clear()
  kept = 'en'
  api = await startApi(({ path, body }) => {
    if (path === '/sys/user/update/self') kept = String(Object(body).language)
    return envelope(codes.ok, '', { id: 'u1', language: kept })
  })
  await textsSettled()
  await setLanguage('zh')
  Cookies.remove('language')
})
afterEach(() => api.stop())

const signInAgain = async () => {
  endSession()
  startSession(`k${Math.random()}`)
  await loadUser()
}

describe('the language of the profile', () => {
  it('applies in a browser without a chosen language', async () => {
    await signInAgain()
    expect(currentLanguage()).toBe('en')
  })

  it('does not replace a language chosen without a session', async () => {
    await chooseLanguage('zh')
    await signInAgain()
    expect(currentLanguage()).toBe('zh')
    expect(kept).toBe('en')
  })

  it('follows a choice during the session, which an older response does not undo', async () => {
    await signInAgain()
    const choice = chooseLanguage('zh')
    kept = 'en'
    await loadUser()
    await choice
    expect([currentLanguage(), kept]).toEqual(['zh', 'zh'])
  })

  it('applies again for the next user who signs in', async () => {
    await signInAgain()
    await chooseLanguage('zh')
    kept = 'en'
    await signInAgain()
    expect(currentLanguage()).toBe('en')
  })

  it.each([
    { state: 'has shown its user', shown: true },
    { state: 'still asks who its user is', shown: false },
  ])('gives way to what another tab has chosen, in a page that $state', async ({ shown }) => {
    followLanguage()
    Cookies.set('language', 'zh')
    kept = 'zh'
    endSession()
    startSession(`k${Math.random()}`)
    if (shown) await loadUser()
    localStorage.setItem(storageKeys.languageSource, 'profile')
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.languageChange, newValue: 'en' }))
    await loadUser()
    expect(currentLanguage()).toBe('en')
  })
})

describe('the language of a link in a message', () => {
  it('applies until the user’s profile is loaded, and is removed from the address', async () => {
    window.location.hash = '#/register?key=k1&language=en'
    await followLinkLanguage()
    expect([currentLanguage(), window.location.hash]).toEqual(['en', '#/register?key=k1'])
    kept = 'zh'
    await signInAgain()
    expect(currentLanguage()).toBe('zh')
  })

  it('does not change the page of a signed-in user, and is ignored if it is unknown', async () => {
    window.location.hash = '#/signIn/index?language=fr'
    await followLinkLanguage()
    expect(window.location.hash).toBe('#/signIn/index?language=fr')
    startSession('k')
    window.location.hash = '#/checkEmail?language=en'
    await followLinkLanguage()
    expect([currentLanguage(), window.location.hash]).toEqual(['zh', '#/checkEmail'])
  })
})

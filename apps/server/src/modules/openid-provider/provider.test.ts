import { codes, signOut, userCenterInfo } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import * as oidc from 'openid-client'
import { linkedProduct, type Suite, startSuite, type TestProduct } from '../../app/test-kit/index.ts'
import { tokenHash } from '../../platform/caller/token.ts'
import { send } from '../identity/sign-in/test-kit/index.ts'
import { addWorker } from '../products/portal/test-kit/index.ts'
import { addColleague, addParty, createBrowser, type RelyingParty, relyingParty } from './test-kit/index.ts'

let suite: Suite
let edc: TestProduct
let worker: Awaited<ReturnType<typeof addWorker>>
let party: RelyingParty

beforeAll(async () => {
  suite = await startSuite()
  edc = await linkedProduct(suite.database, 'EDC')
})
afterAll(() => suite.close())

beforeEach(async () => {
  worker = await addWorker(suite.database)
  party = await addParty(suite, edc, worker.tenantUrlId)
})

/** Signs the worker in at the product, in a browser in which they are signed in to the suite. */
async function signIn(browser = createBrowser(suite.server, worker.token), parameters = {}) {
  const { url, checks } = await party.begin(parameters)
  const { url: returned } = await browser.open(url)
  return { browser, returned, checks, tokens: await party.finish(returned, checks) }
}

describe('a sign-in to a product', () => {
  it('gives an ID token with ids, and the details at the userinfo endpoint', async () => {
    await suite.database.owner
      .updateTable('session')
      .set({ methods: ['pwd'] })
      .where('tokenHash', '=', tokenHash(worker.token))
      .execute()
    const { tokens } = await signIn()
    expect(tokens.claims()).toMatchObject({
      sub: worker.userId,
      aud: worker.tenantUrlId,
      tenant_id: worker.tenantId,
      product: 'EDC',
      blinded: true,
      study_ids: [worker.studyUrlId],
      acr: 'urn:atrium:acr:single-factor',
      amr: ['pwd'],
    })
    expect(tokens.claims()).not.toHaveProperty('name')
    const info = await oidc.fetchUserInfo(party.config, tokens.access_token, worker.userId)
    expect(info).toMatchObject({
      preferred_username: expect.any(String),
      tenant_name: expect.any(String),
      session_minutes: expect.any(Number),
      studies: [{ studyUrlId: worker.studyUrlId, grant: null }],
    })
  })

  it('needs the product’s key, or for a day the former one', async () => {
    const finishWith = async (secret: string) => {
      const { url, checks } = await party.begin()
      const { url: returned } = await createBrowser(suite.server, worker.token).open(url)
      return (await relyingParty(suite.server, worker.tenantUrlId, secret)).finish(returned, checks)
    }
    await expect(finishWith('another key of the product')).rejects.toMatchObject({ status: 401 })
    const { appKeyEncrypted } = await suite.database.owner
      .selectFrom('software')
      .select('appKeyEncrypted')
      .where('id', '=', edc.softwareId)
      .executeTakeFirstOrThrow()
    const replace = (until: string) =>
      suite.database.owner
        .updateTable('software')
        .set({ formerKeyEncrypted: appKeyEncrypted, formerKeyEndsAt: sql<Date>`now() + ${until}::interval` })
        .where('id', '=', edc.softwareId)
        .execute()
    const former = edc.key
    edc = await linkedProduct(suite.database, 'EDC')
    await replace('1 hour')
    expect((await finishWith(edc.key)).claims()?.sub).toBe(worker.userId)
    expect((await finishWith(former)).claims()?.sub).toBe(worker.userId)
    await replace('-1 hour')
    await expect(finishWith(former)).rejects.toMatchObject({ status: 401 })
  })

  it('asks nobody for a second sign-in in the same session', async () => {
    const { browser } = await signIn()
    const { url, checks } = await party.begin({ prompt: 'none' })
    const { url: returned } = await browser.open(url)
    expect((await party.finish(returned, checks)).claims()).toMatchObject({ sub: worker.userId })
  })

  it('is one of several if the browser forgot the provider’s session, and all end together', async () => {
    await signIn()
    await signIn()
    const states = () =>
      suite.database.owner
        .selectFrom('productSignIn')
        .select(['sid', 'state'])
        .where('userId', '=', worker.userId)
        .execute()
    expect(new Set((await states()).map(({ sid }) => sid)).size).toBe(2)
    await send(suite.server, signOut, {}, { token: worker.token })
    expect((await states()).map(({ state }) => state)).toEqual(['unsupported', 'unsupported'])
  })

  it('ends with the session of the suite', async () => {
    const { browser, tokens } = await signIn()
    await send(suite.server, signOut, {}, { token: worker.token })
    await expect(oidc.fetchUserInfo(party.config, tokens.access_token, worker.userId)).rejects.toMatchObject({
      status: 401,
    })
    const { url, checks } = await party.begin({ prompt: 'none' })
    const { url: returned } = await browser.open(url)
    expect(returned.searchParams.get('error')).toBe('login_required')
    await expect(party.finish(returned, checks)).rejects.toMatchObject({ error: 'login_required' })
  })

  it('ends the session of the former user when another one signs in in the same browser', async () => {
    const { browser } = await signIn()
    const { url, checks } = await party.begin({ prompt: 'login' })
    browser.token = undefined
    const { url: page } = await browser.open(url)
    const colleague = await addColleague(suite.database, worker)
    browser.token = colleague.token
    const step = await browser.step(page)
    const former = await browser.open(step.state === 'done' ? step.url : '')
    const { url: returned } = await browser.submit(former)
    expect((await party.finish(returned, checks)).claims()?.sub).toBe(colleague.userId)
    const { code } = await send(suite.server, userCenterInfo, {}, { token: worker.token })
    expect(code).toBe(codes.noSession)
  })

  it('ends the session of the suite when the product signs the user out', async () => {
    const { browser, tokens } = await signIn()
    const end = oidc.buildEndSessionUrl(party.config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: 'https://edc.example',
      state: 'back',
    })
    const { url } = await browser.submit(await browser.open(end))
    expect(url.href).toBe('https://edc.example/?state=back')
    const { code } = await send(suite.server, userCenterInfo, {}, { token: worker.token })
    expect(code).toBe(codes.noSession)
  })
})

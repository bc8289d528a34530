import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { linkedProduct, type Suite, startSuite, type TestProduct } from '../../app/test-kit/index.ts'
import { signInAs } from '../identity/sign-in/test-kit/index.ts'
import { addWorker } from '../products/portal/test-kit/index.ts'
import { addColleague, addParty, type Browser, createBrowser, type RelyingParty } from './test-kit/index.ts'

let suite: Suite
let edc: TestProduct
let worker: Awaited<ReturnType<typeof addWorker>>
let party: RelyingParty
let browser: Browser

const nameOfWorker = async () => {
  const user = suite.database.owner.selectFrom('appUser').select('userName').where('id', '=', worker.userId)
  return (await user.executeTakeFirstOrThrow()).userName
}

beforeAll(async () => {
  suite = await startSuite()
  edc = await linkedProduct(suite.database, 'EDC')
})
afterAll(() => suite.close())

beforeEach(async () => {
  worker = await addWorker(suite.database)
  party = await addParty(suite, edc, worker.tenantUrlId)
  browser = createBrowser(suite.server, worker.token)
  // The session is older than the requests that follow.
  await suite.database.owner
    .updateTable('session')
    .set({ createdAt: sql<Date>`created_at - interval '1 minute'` })
    .where('userId', '=', worker.userId)
    .execute()
})

const begin = async (parameters: Record<string, string>) => {
  const { url, checks } = await party.begin(parameters)
  return { ...(await browser.open(url)), checks }
}

/** Signs the worker in at the product without a hint. @returns the ID token */
async function signIn() {
  const { url, checks } = await begin({})
  return (await party.finish(url, checks)).id_token ?? ''
}

describe('a login_hint', () => {
  it('leads to the sign-in page if it names another user than the session’s, and whoever signs in there is accepted', async () => {
    const { url: page, checks } = await begin({ login_hint: 'another.user' })
    expect(await browser.step(page)).toMatchObject({ state: 'signInAgain' })
    const colleague = await addColleague(suite.database, worker)
    browser.token = colleague.token
    const { url } = await browser.open(page)
    expect((await party.finish(url, checks)).claims()?.sub).toBe(colleague.userId)
  })

  it('leads to the sign-in page at a second product too, and the session’s user may sign in again there', async () => {
    await signIn()
    const { url: page, checks } = await begin({ login_hint: 'another.user' })
    expect(await browser.step(page)).toMatchObject({ state: 'signInAgain' })
    browser.token = await signInAs(suite.server, await nameOfWorker())
    const { url } = await browser.open(page)
    expect((await party.finish(url, checks)).claims()?.sub).toBe(worker.userId)
  })

  it('makes a silent request fail if it names another user than the session’s', async () => {
    await signIn()
    const { url } = await begin({ prompt: 'none', login_hint: 'another.user' })
    expect(url.searchParams.get('error')).toBe('login_required')
  })

  it('signs the session’s user in without a page if it is their user name, e-mail address or phone number', async () => {
    const [email, phone] = [`${randomUUID()}@example.com`, '13912345678']
    await suite.database.owner
      .updateTable('appUser')
      .set({ email, emailKey: email, phone, phoneKey: phone })
      .where('id', '=', worker.userId)
      .execute()
    for (const hint of [(await nameOfWorker()).toUpperCase(), email, `+86 ${phone}`]) {
      const { url, checks } = await begin({ login_hint: hint })
      expect((await party.finish(url, checks)).claims()?.sub).toBe(worker.userId)
    }
  })

  it('has no effect if the product also sends the ID token of the session’s user', async () => {
    const hints = { id_token_hint: await signIn(), login_hint: 'another.user' }
    const { url, checks } = await begin(hints)
    expect((await party.finish(url, checks)).claims()?.sub).toBe(worker.userId)
  })
})

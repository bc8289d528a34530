import { createPublicKey, verify } from 'node:crypto'
import { domainSignOutRepeat, endUserSessions, signOut } from '@atrium/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { testServices } from '../../../../test-support/services.ts'
import { linkedProduct, type Suite, startSuite, type TestProduct } from '../../../app/test-kit/index.ts'
import { signOutQueue } from '../../../platform/database/queue.ts'
import { ageSession, send } from '../../identity/sign-in/test-kit/index.ts'
import { until } from '../../messages/test-kit/index.ts'
import { addWorker } from '../../products/portal/test-kit/index.ts'
import {
  addClient,
  atServer,
  createBrowser,
  failedNotice,
  type NotifiedProduct,
  relyingParty,
  startNotifiedProduct,
} from '../test-kit/index.ts'
import { startSignOuts } from './index.ts'

let suite: Suite
let edc: TestProduct
let product: NotifiedProduct
let worker: Awaited<ReturnType<typeof addWorker>>
let signOuts: Awaited<ReturnType<typeof startSignOuts>>
const problems: unknown[] = []

beforeAll(async () => {
  suite = await startSuite()
  edc = await linkedProduct(suite.database, 'EDC')
  product = await startNotifiedProduct()
})
afterAll(async () => {
  product.close()
  await suite.close()
})

beforeEach(async () => {
  product.tokens.length = 0
  product.respondWith(200)
  worker = await addWorker(suite.database)
  await addClient(suite.database, edc, worker.tenantUrlId, { logoutUrl: product.logoutUrl })
  signOuts = await startSignOuts({
    services: testServices(suite.database),
    queue: suite.database.queue,
    expirySeconds: 0.5,
    rightsSeconds: 0.5,
    onError: (error) => problems.push(error),
  })
})
afterEach(async () => {
  await signOuts.stop(AbortSignal.abort())
  expect(problems.splice(0)).toEqual([])
})

/** Signs the worker in at the product. @returns the claims of the ID token */
async function signIn() {
  const party = await relyingParty(suite.server, worker.tenantUrlId, edc.key)
  const { url, checks } = await party.begin()
  const { url: returned } = await createBrowser(suite.server, worker.token).open(url)
  return (await party.finish(returned, checks)).claims()
}

const signInOfWorker = () =>
  suite.database.owner
    .selectFrom('productSignIn')
    .selectAll()
    .where('userId', '=', worker.userId)
    .executeTakeFirstOrThrow()

const reached = async (state: string) => {
  await until(async () => (await signInOfWorker()).state === state)
  return signInOfWorker()
}

/** Makes failed notices due at once. */
const retryNow = () =>
  sql`update pgboss.job set start_after = now() where name = ${signOutQueue} and state < 'active'`.execute(
    suite.database.owner,
  )

const part = (token: string, index: number) =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString())

/** Verifies a token with the published keys. @returns header and claims */
async function verified(token: string) {
  const response = await fetch(atServer(suite.server, 'http://localhost:8080/oidc/jwks'))
  const { keys } = (await response.json()) as { keys: { kid: string }[] }
  const header = part(token, 0)
  const key = createPublicKey({ key: keys.find(({ kid }) => kid === header.kid) ?? {}, format: 'jwk' })
  const [head = '', claims = '', signature = ''] = token.split('.')
  const isGood = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(isGood).toBe(true)
  return { header, claims: part(token, 1) }
}

const endings: readonly [string, string, () => Promise<unknown>][] = [
  ['signs out', 'signed-out', () => send(suite.server, signOut, {}, { token: worker.token })],
  [
    'is signed out by an administrator',
    'administrator',
    () =>
      send(
        suite.server,
        endUserSessions,
        { userId: worker.userId, all: true, id: '' },
        { token: suite.admin.token },
      ),
  ],
  ['was away for too long', 'expired', () => ageSession(suite.database, worker.token, 120)],
  [
    'loses the authorization',
    'access',
    () => suite.database.owner.deleteFrom('studyUser').where('id', '=', worker.studyUserId).execute(),
  ],
  [
    'is disabled in the tenant',
    'access',
    () =>
      suite.database.owner
        .updateTable('tenantUser')
        .set({ enabled: 1 })
        .where('id', '=', worker.tenantUserId)
        .execute(),
  ],
]

describe('a product', () => {
  it.each(endings)('is notified when its user %s', async (_, reason, end) => {
    const claims = await signIn()
    await end()
    expect(await reached('notified')).toMatchObject({ endedReason: reason, attempts: 0 })
    expect(product.tokens).toHaveLength(1)
    const notice = await verified(product.tokens[0] ?? '')
    expect(notice.header).toMatchObject({ alg: 'ES256', typ: 'logout+jwt' })
    expect(notice.claims).toMatchObject({
      iss: 'http://localhost:8080/oidc',
      aud: worker.tenantUrlId,
      sub: worker.userId,
      sid: claims?.sid,
      jti: expect.any(String),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
    expect(notice.claims).not.toHaveProperty('nonce')
  })

  it('is notified again with a new token after it failed', async () => {
    await signIn()
    product.respondWith(503)
    await send(suite.server, signOut, {}, { token: worker.token })
    await until(async () => (await signInOfWorker()).attempts > 0)
    expect(await signInOfWorker()).toMatchObject({
      state: 'waiting',
      failure: { key: 'studyInvitation.reason.status', params: { status: 503 } },
    })
    product.respondWith(200)
    await retryNow()
    expect(await reached('notified')).toMatchObject({ failure: null })
    expect(product.tokens).toHaveLength(1)
  })

  it('is notified when it listens again', async () => {
    await signIn()
    product.close()
    await send(suite.server, signOut, {}, { token: worker.token })
    await until(async () => (await signInOfWorker()).attempts > 0)
    expect(await signInOfWorker()).toMatchObject({
      state: 'waiting',
      failure: { key: 'product.unreachable' },
    })
    await product.reopen()
    await retryNow()
    expect(await reached('notified')).toMatchObject({ failure: null })
    expect(product.tokens).toHaveLength(1)
  })

  it('is given up after three days', async () => {
    await signIn()
    product.respondWith(503)
    await suite.database.owner
      .updateTable('session')
      .set({ endedAt: sql<Date>`now()`, endedReason: 'signed-out' })
      .where('userId', '=', worker.userId)
      .execute()
    await suite.database.owner
      .updateTable('productSignIn')
      .set({ endedAt: sql<Date>`now() - interval '4 days'` })
      .where('userId', '=', worker.userId)
      .execute()
    expect(await reached('failed')).toMatchObject({ failure: { key: 'studyInvitation.reason.status' } })
  })

  it('is notified again after it was given up, if an administrator repeats the notice', async () => {
    await signIn()
    product.respondWith(503)
    const { id, tenantUrlId } = await signInOfWorker()
    await suite.database.owner.updateTable('productSignIn').set(failedNotice).where('id', '=', id).execute()
    const repeat = () =>
      send(suite.server, domainSignOutRepeat, { tenantUrlId, ids: [id] }, { token: suite.admin.token })
    await repeat()
    await until(async () => (await signInOfWorker()).attempts > 0)
    expect(await signInOfWorker()).toMatchObject({ state: 'waiting' })
    product.respondWith(200)
    await repeat()
    await reached('notified')
    expect(product.tokens).toHaveLength(1)
  })

  it('that takes no notices gets none', async () => {
    await addClient(suite.database, edc, worker.tenantUrlId)
    await signIn()
    await send(suite.server, signOut, {}, { token: worker.token })
    expect(await reached('unsupported')).toMatchObject({ endedReason: 'signed-out' })
    expect(product.tokens).toEqual([])
  })
})

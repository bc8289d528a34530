import {
  codes,
  endUserSessions,
  openSoftware,
  redeem,
  signInStyles,
  signOut,
  softwareCodes,
  userStatus,
} from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { whileLocked } from '../../../../test-support/index.ts'
import { testServices } from '../../../../test-support/services.ts'
import { linkedProduct, type Suite, startSuite, type TestProduct } from '../../../app/test-kit/index.ts'
import { maintain } from '../../../operations/maintenance/index.ts'
import { tokenHash } from '../../../platform/caller/token.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { addDomain, addLinkedStudy } from '../licences/test-kit/index.ts'
import { type AuthorizedStudy, addAuthorizedStudy, addWorker } from './test-kit/index.ts'

let suite: Suite
let edc: TestProduct
let rtsm: TestProduct
let worker: Awaited<ReturnType<typeof addWorker>>

beforeAll(async () => {
  suite = await startSuite()
  edc = await linkedProduct(suite.database, 'EDC')
  rtsm = await linkedProduct(suite.database, 'RTSM')
})

afterAll(() => suite.close())

beforeEach(async () => {
  worker = await addWorker(suite.database)
})

type Opened = Pick<AuthorizedStudy, 'tenantId' | 'softwareId'> & { readonly studyUrlId?: string }

const open = ({ tenantId, softwareId, studyUrlId }: Opened, { token } = worker) =>
  send(suite.server, openSoftware, { tenantId, softwareId, studyUrlId }, { token })

const codeIn = (address: string | undefined): string => new URL(address ?? '').searchParams.get('code') ?? ''

const newCode = async (opened: Opened = worker): Promise<string> => codeIn((await open(opened)).data?.url)

/** URL of each domain from `addDomain`, as the product sends it. */
const page = 'https://edc.example/'

const redeemCode = (code: string, signer = edc, address: string | undefined = page) =>
  send(suite.server, redeem, { code, address }, { signer })

const unknown = {
  code: codes.badCode,
  message: '登录码无效、已使用或已过期，请返回用户中心重新打开',
  data: null,
}

const change = (columns: object) =>
  suite.database.owner
    .updateTable('tenantSoftware')
    .set(columns)
    .where('tenantId', '=', worker.tenantId)
    .execute()

const over = {
  timeEnable: true,
  startTime: sql`(now() at time zone 'Asia/Shanghai')::date - 9`,
  endTime: sql`(now() at time zone 'Asia/Shanghai')::date - 1`,
}

describe('the URL of a product', () => {
  it('is the URL of the tenant’s domain with a new code, which is stored as a hash', async () => {
    const { code, data } = await open(worker)
    expect(code).toBe(codes.ok)
    expect(data?.url).toMatch(/^https:\/\/edc\.example\/\?code=[\w-]{43}$/)
    expect(data?.mobileUrl).toMatch(/^https:\/\/edc\.example\/\?code=[\w-]{43}$/)
    expect(codeIn(data?.mobileUrl)).not.toBe(codeIn(data?.url))
    const row = await suite.database.owner
      .selectFrom('handOver')
      .selectAll()
      .select(sql<number>`extract(epoch from expires_at - created_at)`.as('life'))
      .where('userId', '=', worker.userId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ codeHash: tokenHash(codeIn(data?.url)), studyUrlId: worker.studyUrlId })
    expect(Math.round(Number(row.life))).toBe(60)
    const events = await suite.database.owner
      .selectFrom('auditEvent')
      .selectAll()
      .where('entityId', '=', row.id)
      .execute()
    expect(events).toMatchObject([{ actorId: worker.userId, tenantId: worker.tenantId }])
    expect(row.mobileCodeHash).toBe(tokenHash(codeIn(data?.mobileUrl)))
    for (const secret of [codeIn(data?.url), codeIn(data?.mobileUrl), row.codeHash, row.mobileCodeHash])
      expect(JSON.stringify(events)).not.toContain(secret)
  })

  it('keeps the existing query of the URL', async () => {
    await suite.database.owner
      .updateTable('tenantUrl')
      .set({ url: 'https://edc.example/app/?lang=zh&code=5' })
      .where('tenantId', '=', worker.tenantId)
      .execute()
    const { data } = await open(worker)
    expect(data?.url).toMatch(/^https:\/\/edc\.example\/app\/\?lang=zh&code=[\w-]{43}$/)
  })

  it('leads to the study’s domain or, without a study, to the first of the user’s domains by name', async () => {
    const { tenantId, softwareId, tenantUserId } = worker
    const { owner } = suite.database
    const rename = (id: string, urlName: string) =>
      owner
        .updateTable('tenantUrl')
        .set({ urlName, url: `https://${id}.example` })
        .where('id', '=', id)
        .execute()
    await rename(worker.tenantUrlId, 'b')
    const later = await addDomain(owner, { tenantId, softwareId })
    await rename(later, 'c')
    // The user has no studies at this domain, so it is skipped although its name sorts first.
    await rename(await addDomain(owner, { tenantId, softwareId }), 'a')
    const studyUrlId = await addLinkedStudy(owner, { tenantId, softwareId, tenantUrlId: later })
    await owner
      .insertInto('studyUser')
      .values({ tenantId, id: studyUrlId, studyUrlId, tenantUserId })
      .execute()
    const hostOf = async (opened: Opened) => new URL((await open(opened)).data?.url ?? '').hostname
    expect(await hostOf({ tenantId, softwareId, studyUrlId })).toBe(`${later}.example`)
    expect(await hostOf({ tenantId, softwareId })).toBe(`${worker.tenantUrlId}.example`)
  })

  it('is not found without an authorization, even if the tenant, product or study exists', async () => {
    const other = await addWorker(suite.database)
    const { tenantId, softwareId, studyUrlId } = worker
    const wrong: Opened[] = [
      other,
      { ...other, studyUrlId: '' },
      { tenantId, softwareId, studyUrlId: other.studyUrlId },
      { tenantId: other.tenantId, softwareId, studyUrlId },
      { tenantId, softwareId: softwareCodes.rtsm },
      { tenantId, softwareId: softwareCodes.rtsm, studyUrlId },
      { tenantId: 'nobody', softwareId },
      { tenantId, softwareId: 'nobody' },
      { tenantId, softwareId, studyUrlId: 'nobody' },
    ]
    for (const opened of wrong) expect(await open(opened)).toMatchObject({ code: codes.notFound, data: null })
    // Platform administrators are not authorized in any study by their role.
    expect((await open(worker, suite.admin as never)).code).toBe(codes.notFound)
  })

  it('is rejected if the licence is invalid or the user is disabled in the tenant', async () => {
    await change({ isEnable: false })
    expect(await open(worker)).toMatchObject({
      code: codes.licence,
      message: expect.stringContaining('已停用'),
    })
    await change({ isEnable: true, ...over })
    expect(await open(worker)).toMatchObject({
      code: codes.licence,
      message: expect.stringContaining('到期'),
    })
    await change({ timeEnable: false, startTime: null, endTime: null })
    expect((await open(worker)).code).toBe(codes.ok)
    await suite.database.owner
      .updateTable('tenantUser')
      .set({ enabled: 1 })
      .where('id', '=', worker.tenantUserId)
      .execute()
    expect((await open(worker)).code).toBe(codes.notFound)
  })

  it('is rejected if the study is deleted at the same moment', async () => {
    const { studyUrlId } = worker
    const { response } = await whileLocked(
      suite.database,
      async (trx) => {
        await trx.deleteFrom('studyUser').where('studyUrlId', '=', studyUrlId).execute()
        await trx.deleteFrom('studyUrl').where('id', '=', studyUrlId).execute()
      },
      async (awaited) => {
        const response = open(worker)
        await awaited()
        return { response }
      },
    )
    expect(await response).toMatchObject({ code: codes.notFound, data: null })
  })

  it('reports that the tenant has no URL for the product', async () => {
    const igcp = softwareCodes.igcp
    const { tenantId } = worker
    await suite.database.owner
      .insertInto('tenantSoftware')
      .values({ tenantId, id: `${tenantId}-igcp`, softwareId: igcp })
      .execute()
    const { token } = worker
    for (const [language, message] of [
      ['zh', '租户未配置 URL，请联系管理员'],
      ['en', 'Tenant has no URL configured, contact administrator'],
    ] as const)
      expect(
        await send(suite.server, openSoftware, { tenantId, softwareId: igcp }, { token, language }),
      ).toMatchObject({ code: codes.conflict, message })
  })

  it('is limited to sixty times a minute', async () => {
    await suite.database.owner
      .insertInto('rateLimit')
      .values({ bucket: `opening:${worker.userId}`, used: 59, endsAt: new Date(Date.now() + 50_000) })
      .execute()
    expect((await open(worker)).code).toBe(codes.ok)
    expect((await open(worker)).code).toBe(codes.limitReached)
  })
})

describe('the URL of a product that signs in by OpenID Connect', () => {
  const setStyle = (signInStyle: number) =>
    suite.database.owner
      .updateTable('software')
      .set({ signInStyle })
      .where('id', '=', softwareCodes.edc)
      .execute()

  beforeAll(() => setStyle(signInStyles.openId))
  afterAll(() => setStyle(signInStyles.handOver))

  const paramsOf = (url: string | undefined) => Object.fromEntries(new URL(url ?? '').searchParams)

  const issuer = 'http://localhost:8080/oidc'

  it('names the issuer, the domain as the client, and the study, but has no code', async () => {
    const { tenantUrlId, studyUrlId } = worker
    const { code, data } = await open(worker)
    expect(code).toBe(codes.ok)
    for (const url of [data?.url, data?.mobileUrl]) {
      expect(url).toMatch(/^https:\/\/edc\.example\/\?/)
      expect(paramsOf(url)).toEqual({ iss: issuer, client_id: tenantUrlId, study: studyUrlId })
    }
    const alone = await open({ ...worker, studyUrlId: '' })
    expect(paramsOf(alone.data?.url)).toEqual({ iss: issuer, client_id: tenantUrlId })
  })

  it('keeps the existing query of the URL', async () => {
    await suite.database.owner
      .updateTable('tenantUrl')
      .set({ url: 'https://edc.example/app?lang=zh&iss=https://other.example' })
      .where('tenantId', '=', worker.tenantId)
      .execute()
    const { data } = await open({ ...worker, studyUrlId: '' })
    expect(paramsOf(data?.url)).toEqual({ lang: 'zh', iss: issuer, client_id: worker.tenantUrlId })
  })

  it('is recorded in the audit trail, without a row that could be redeemed', async () => {
    const { tenantId, softwareId, tenantUrlId, studyUrlId, userId } = worker
    await open(worker)
    const rows = suite.database.owner.selectFrom('handOver').selectAll().where('userId', '=', userId)
    expect(await rows.execute()).toEqual([])
    const events = await suite.database.owner
      .selectFrom('auditEvent')
      .selectAll()
      .where('entity', '=', 'hand_over')
      .where('tenantId', '=', tenantId)
      .execute()
    const after = {
      tenantId,
      softwareId,
      tenantUrlId,
      studyUrlId,
      userId,
      address: page,
      mobileAddress: page,
    }
    expect(events).toMatchObject([{ actorId: userId, before: null, after }])
  })

  it('needs an authorization, a licence and a domain, and is limited, as with a code', async () => {
    const other = await addWorker(suite.database)
    const { tenantId, softwareId } = worker
    expect((await open(other)).code).toBe(codes.notFound)
    expect((await open({ tenantId, softwareId, studyUrlId: other.studyUrlId })).code).toBe(codes.notFound)
    await change({ isEnable: false })
    expect((await open(worker)).code).toBe(codes.licence)
    await change({ isEnable: true })
    await suite.database.owner
      .insertInto('rateLimit')
      .values({ bucket: `opening:${worker.userId}`, used: 60, endsAt: new Date(Date.now() + 50_000) })
      .execute()
    expect((await open(worker)).code).toBe(codes.limitReached)
  })
})

describe('a hand-over code', () => {
  it('returns the user and the studies that they may open', async () => {
    const { tenantId, tenantUrlId, studyUrlId, userId } = worker
    await addAuthorizedStudy(suite.database, userId)
    expect(await redeemCode(await newCode())).toMatchObject({
      code: codes.ok,
      data: {
        user: { userId, fullName: '测试用户', language: 'zh' },
        tenant: { tenantId, tenantUrlId },
        studyUrlId,
        validityTime: expect.any(Number),
        // Studies of other tenants are not included.
        studies: [{ studyUrlId, sites: [], grant: null }],
      },
    })
    const alone = await newCode({ ...worker, studyUrlId: '' })
    expect((await redeemCode(alone)).data).toMatchObject({ studyUrlId: '', studies: [{ studyUrlId }] })
  })

  it('is accepted once, even if twenty concurrent calls redeem it', async () => {
    const code = await newCode()
    const responses = await Promise.all(Array.from({ length: 20 }, () => redeemCode(code)))
    expect(responses.filter((response) => response.code === codes.ok)).toHaveLength(1)
    expect(responses.filter((response) => response.code === codes.badCode)).toHaveLength(19)
    expect(await redeemCode(code)).toMatchObject(unknown)
  })

  it('is valid for one minute', async () => {
    const code = await newCode()
    const age = (seconds: number) =>
      suite.database.owner
        .updateTable('handOver')
        .set({ expiresAt: sql<Date>`created_at + make_interval(secs => ${60 - seconds})` })
        .where('codeHash', '=', tokenHash(code))
        .execute()
    await age(61)
    expect(await redeemCode(code)).toMatchObject(unknown)
    await age(50)
    expect((await redeemCode(code)).code).toBe(codes.ok)
  })

  it('is unknown to another product, which cannot use it up', async () => {
    const code = await newCode()
    expect(await redeemCode(code, rtsm)).toMatchObject(unknown)
    expect(await redeemCode('made-up', rtsm)).toMatchObject(unknown)
    expect((await redeemCode(code)).code).toBe(codes.ok)
  })

  const owner = () => suite.database.owner

  const setAddresses = (addresses: { readonly url?: string; readonly mobileUrl?: string }) =>
    owner().updateTable('tenantUrl').set(addresses).where('tenantId', '=', worker.tenantId).execute()

  const ofOtherPage = {
    code: codes.badCode,
    message: expect.stringContaining('登录码不是为该页面签发的'),
    data: null,
  }

  it.each(['url', 'mobileUrl'] as const)(
    'received at a wrong %s is rejected and used up at the product’s own page',
    async (field) => {
      await setAddresses({ [field]: 'https://attacker.example/start' })
      const code = codeIn((await open(worker)).data?.[field])
      expect(await redeemCode(code)).toMatchObject(ofOtherPage)
      expect(await redeemCode(code)).toMatchObject(unknown)
      expect(await redeemCode(code, edc, 'https://attacker.example/start')).toMatchObject(unknown)
    },
  )

  it('is rejected and used up when the product sends no address', async () => {
    for (const address of ['', undefined]) {
      const code = await newCode()
      const response = await send(
        suite.server,
        redeem,
        { code, ...(address === '' && { address }) },
        { signer: edc },
      )
      expect(response).toMatchObject(ofOtherPage)
      expect(await redeemCode(code)).toMatchObject(unknown)
    }
  })

  it.each([
    ['http://edc.example/start'],
    ['https://edc.example:8443/start'],
    ['https://edc.example.attacker.example/start'],
    ['https://m.edc.example/start'],
    ['https://edc.example/'],
    ['https://edc.example/start/'],
    ['https://edc.example/start/more'],
    ['https://edc.example/Start'],
    ['https://edc.example/start%2F..%2Fother'],
    ['https://edc.example@attacker.example/start'],
    ['//edc.example/start'],
    ['javascript://edc.example/start'],
  ])('made for https://edc.example/start is not valid at %s', async (address) => {
    await setAddresses({ url: 'https://edc.example/start' })
    expect(await redeemCode(await newCode(), edc, address)).toMatchObject(ofOtherPage)
  })

  it.each([
    ['https://edc.example/start'],
    ['HTTPS://EDC.example:443/start?code=x&lang=zh#top'],
    ['https://edc.example/other/../start'],
  ])('made for https://edc.example/start?lang=zh is valid at %s, which is the same page', async (address) => {
    await setAddresses({ url: 'https://edc.example/start?lang=zh' })
    expect((await redeemCode(await newCode(), edc, address)).code).toBe(codes.ok)
  })

  it('for phones is valid at the mobile page only, and using it invalidates the other code', async () => {
    const mobileUrl = 'https://m.edc.example/start'
    await setAddresses({ mobileUrl })
    const { data } = await open(worker)
    expect((await redeemCode(codeIn(data?.mobileUrl), edc, mobileUrl)).code).toBe(codes.ok)
    expect(await redeemCode(codeIn(data?.url))).toMatchObject(unknown)
    const swapped = (await open(worker)).data
    expect(await redeemCode(codeIn(swapped?.mobileUrl))).toMatchObject(ofOtherPage)
  })

  it('remains bound to its page when the domain changes', async () => {
    const code = await newCode()
    await setAddresses({ url: 'https://attacker.example/' })
    expect(await redeemCode(code, edc, 'https://attacker.example/')).toMatchObject(ofOtherPage)
  })

  it('is rejected if a previous version created it without a page', async () => {
    const code = await newCode()
    await owner()
      .updateTable('handOver')
      .set({ address: null, mobileCodeHash: null, mobileAddress: null })
      .where('codeHash', '=', tokenHash(code))
      .execute()
    expect(await redeemCode(code)).toMatchObject(ofOtherPage)
  })

  const ended: [string, () => Promise<unknown>][] = [
    ['has signed out', () => send(suite.server, signOut, {}, { token: worker.token })],
    [
      'was signed out by an administrator',
      () => {
        const input = { userId: worker.userId, all: true }
        return send(suite.server, endUserSessions, input, suite.admin)
      },
    ],
    [
      'has run out of time',
      () =>
        owner()
          .updateTable('session')
          .set({ expiresAt: new Date(0) })
          .where('userId', '=', worker.userId)
          .execute(),
    ],
    ['is long forgotten', () => owner().deleteFrom('session').where('userId', '=', worker.userId).execute()],
  ]

  it.each(ended)('is invalid once the user %s', async (_how, end) => {
    const [code, other] = [await newCode(), await newCode()]
    expect((await redeemCode(code)).code).toBe(codes.ok)
    await end()
    expect(await redeemCode(other)).toMatchObject(unknown)
  })

  const withdrawn: [string, () => Promise<unknown>, number][] = [
    [
      'the authorization was withdrawn',
      () => owner().deleteFrom('studyUser').where('id', '=', worker.studyUserId).execute(),
      codes.forbidden,
    ],
    [
      'the person was disabled in the tenant',
      () =>
        owner().updateTable('tenantUser').set({ enabled: 1 }).where('id', '=', worker.tenantUserId).execute(),
      codes.forbidden,
    ],
    [
      'the account was locked',
      () =>
        owner()
          .updateTable('appUser')
          .set({ status: userStatus.locked })
          .where('id', '=', worker.userId)
          .execute(),
      codes.forbidden,
    ],
    ['the licence is over', () => change(over), codes.licence],
    ['the licence was switched off', () => change({ isEnable: false }), codes.licence],
  ]

  it.each(withdrawn)('is rejected and used up if meanwhile %s', async (_how, withdraw, code) => {
    const brought = await newCode()
    await withdraw()
    expect(await redeemCode(brought)).toMatchObject({ code, data: null })
    expect(await redeemCode(brought)).toMatchObject(unknown)
  })

  it('is deleted with the study’s link, and after it has expired', async () => {
    const linked = await newCode()
    const { studyUrlId } = worker
    await owner().deleteFrom('studyUser').where('studyUrlId', '=', studyUrlId).execute()
    await owner().deleteFrom('studyUrl').where('id', '=', studyUrlId).execute()
    expect(await redeemCode(linked)).toMatchObject(unknown)
    worker = await addWorker(suite.database)
    const [old, good] = [await newCode(), await newCode()]
    await owner()
      .updateTable('handOver')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('codeHash', '=', tokenHash(old))
      .execute()
    await maintain(testServices(suite.database))
    const left = await owner()
      .selectFrom('handOver')
      .select('codeHash')
      .where('userId', '=', worker.userId)
      .execute()
    expect(left).toEqual([{ codeHash: tokenHash(good) }])
  })
})

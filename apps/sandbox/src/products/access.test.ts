import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HandedOver, UserAccess } from '@atrium/contract'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Sandbox, startSandbox } from '../index.ts'
import {
  type AppCode,
  addressOf,
  type CallOptions,
  callProduct,
  cookieOf,
  firstProject,
  grantOf,
  type HandOvers,
  handedOver,
  personOf,
  post,
  productKeys,
  roleOf,
  scope,
  sign,
  startHandOvers,
  visitProduct,
} from './test-kit.ts'

let suite: HandOvers
let sandbox: Sandbox
let folder: string

const start = () => startSandbox({ port: 0, productKeys, productsFolder: folder, suiteUrl: suite.url })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-sandbox-'))
  suite = await startHandOvers()
  sandbox = await start()
})
afterEach(async () => {
  await sandbox.close()
  await suite.close()
  await rm(folder, { recursive: true })
})

const { tenantId, tenantName, tenantUrlId, studyUrlId, study, sites } = scope
const domain = { tenantId, tenantName, tenantUrlId }

const edcGrant = grantOf({ generalRoleId: '1', roles: [roleOf({ roleId: '23', environmentId: '1' })] })
const first = { studyUrlId, study, sites, grant: edcGrant }
const second = {
  ...first,
  studyUrlId: 'su2',
  study: { id: 'p2', code: 'LMX-302', name: 'Another study' },
}

const accessOf = (over: Partial<UserAccess> = {}): UserAccess => ({
  user: personOf('lina'),
  accessVersion: 2,
  mayOpen: true,
  studies: [first],
  ...over,
})

/** Access of a user who has nothing left. Atrium sends nothing of them but their id. */
const nothingLeft = (name = 'lina', over: Partial<UserAccess> = {}): UserAccess => ({
  user: { userId: personOf(name).userId, userName: '', fullName: '', email: '', phone: '', language: '' },
  accessVersion: 2,
  mayOpen: false,
  studies: [],
  ...over,
})

const notify = (users: readonly UserAccess[], options: CallOptions = {}, over: object = {}) =>
  callProduct(sandbox, '/atrium/access', { ...domain, users, ...over }, options)

const accepted = (...names: string[]) => ({
  code: 200,
  data: { success: names.map((name) => personOf(name).userId), failure: [] },
})

/**
 * Signs in to a product with a new code.
 * @returns a function that opens the page of the new session
 */
const comeIn = async (handed: Partial<HandedOver> = {}, appCode: AppCode = 'EDC') => {
  const code = suite.give(appCode, handedOver(null, { studies: [first, second], ...handed }))
  const response = await visitProduct(sandbox, appCode, `?code=${code}`)
  expect(response.status).toBe(303)
  const cookie = cookieOf(response)
  return async (language = 'en') => {
    const page = await visitProduct(sandbox, appCode, `?language=${language}`, cookie)
    return { status: page.status, text: await page.text() }
  }
}

const welcome = async (language: string, appCode: AppCode = 'EDC') =>
  (await visitProduct(sandbox, appCode, `?language=${language}`)).text()

describe('an access notice', () => {
  it('replaces everything that the user has in the tenant, in open sessions too', async () => {
    const open = await comeIn()
    expect((await open()).text).toContain('Current study')
    const other = { ...second, sites: sites.slice(1), grant: grantOf({ ...edcGrant, siteIds: ['s1', 's2'] }) }
    expect(await notify([accessOf({ studies: [other] })])).toMatchObject(accepted('lina'))
    const { status, text } = await open()
    expect(status).toBe(200)
    expect(text).toContain('lina Li')
    expect(text).toContain('LMX-302')
    expect(text).toContain('康宁医院')
    // The session was opened on the study that is gone.
    expect(text).not.toMatch(/LMX-301|Current study|明济医院/)
  })

  it('leaves other users and the user’s access in another tenant as they are', async () => {
    const open = await comeIn()
    const wang = await comeIn({ user: personOf('wang') })
    const elsewhere = { ...second, studyUrlId: 'su3', study: { ...study, code: 'LMX-303' } }
    const openElsewhere = await comeIn({
      tenant: { tenantId: 't2', tenantName: '康宁', tenantUrlId: 'u2' },
      studyUrlId: '',
      studies: [elsewhere],
    })
    expect(await notify([nothingLeft()])).toMatchObject(accepted('lina'))
    expect((await open()).status).toBe(403)
    expect((await wang()).text).toContain('LMX-301')
    const { status, text } = await openElsewhere()
    expect([status, text]).toEqual([200, expect.stringContaining('LMX-303')])
    expect(text).not.toMatch(/LMX-30[12]/)
  })

  it('hides unblinded data from an open page when the user becomes blinded', async () => {
    const studyWith = (isBlind: number) => ({
      ...first,
      grant: grantOf({
        roles: [roleOf({ roleId: '301', projectId: firstProject, siteIds: ['s1'], isBlind })],
      }),
    })
    const open = await comeIn({ studies: [studyWith(0)] }, 'RTSM')
    expect((await open()).text).toMatch(/K\d{5}/)
    await notify([accessOf({ studies: [studyWith(1)] })], { appCode: 'RTSM' })
    const { text } = await open()
    expect(text).toContain('01-001')
    expect(text).toContain('Your role is blinded')
    expect(text).not.toMatch(/K\d{5}|Active|Placebo|Treatment arm|Kit number</)
  })

  it('ends the sessions of a user who may no longer open the product, and says so there', async () => {
    const open = await comeIn()
    expect(await notify([nothingLeft()])).toMatchObject(accepted('lina'))
    const { status, text } = await open()
    expect(status).toBe(403)
    expect(text).toContain('Your access to this system has ended')
    expect(text).toContain(`<a href="${suite.url}/">Back to Atrium</a>`)
    expect(text).not.toMatch(/lina|LMX-30|Nobody is signed in/)
    expect((await open('zh')).text).toContain('管理员在 Atrium 中取消或变更了您的权限')
    // A user who gets access again needs a new session.
    await notify([accessOf({ accessVersion: 3 })])
    expect((await open()).status).toBe(403)
    const again = await comeIn({ accessVersion: 3 })
    expect((await again()).text).toContain('lina Li')
  })

  it('ends the session of a user who has just arrived while another is signed in', async () => {
    const code = suite.give('EDC', handedOver(edcGrant))
    const lina = cookieOf(await visitProduct(sandbox, 'EDC', `?code=${code}`))
    const other = suite.give('EDC', handedOver(edcGrant, { user: personOf('wang') }))
    const wang = cookieOf(await visitProduct(sandbox, 'EDC', `?code=${other}`, lina))
    await notify([nothingLeft('wang')])
    const change = await fetch(`${addressOf(sandbox, 'EDC')}/arrival/change`, {
      method: 'POST',
      headers: { cookie: `${lina}; ${wang}`, 'content-type': 'application/x-www-form-urlencoded' },
      redirect: 'manual',
    })
    expect([change.status, change.headers.getSetCookie()]).toEqual([303, []])
  })

  it('is ignored with success if it is older than what the product has', async () => {
    const open = await comeIn({ accessVersion: 5 })
    expect(await notify([nothingLeft('lina', { accessVersion: 4 })])).toMatchObject(accepted('lina'))
    expect((await open()).text).toContain('LMX-301')
    await notify([nothingLeft('lina', { accessVersion: 5 })])
    expect((await open()).status).toBe(403)
  })

  it('overtakes an older hand-over, which then signs nobody in', async () => {
    await notify([nothingLeft('lina', { accessVersion: 7 })])
    const code = suite.give('EDC', handedOver(edcGrant, { accessVersion: 6 }))
    const response = await visitProduct(sandbox, 'EDC', `?code=${code}&language=en`)
    expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null])
    expect(await response.text()).toContain('Your access to this system has ended')
    // Rights of an older hand-over do not replace newer ones.
    await notify([accessOf({ accessVersion: 8, studies: [second] })])
    const open = await comeIn({ accessVersion: 7, studies: [first] })
    const { text } = await open()
    expect(text).toContain('LMX-302')
    expect(text).not.toContain('LMX-301')
  })

  it('succeeds for unknown users, and stores no person who has nothing', async () => {
    expect(await notify([nothingLeft('nobody'), accessOf({ user: personOf('wang') })])).toMatchObject(
      accepted('nobody', 'wang'),
    )
    const { people } = JSON.parse(await readFile(join(folder, 'edc.json'), 'utf8'))
    expect(people).toEqual([personOf('wang')])
  })

  it('is carried out once for an idempotency key', async () => {
    const idempotencyKey = randomUUID()
    const body = [accessOf({ studies: [first] })]
    expect(await notify(body, { idempotencyKey })).toMatchObject(accepted('lina'))
    await notify([accessOf({ studies: [second] })])
    expect(await notify(body, { idempotencyKey })).toMatchObject(accepted('lina'))
    const open = await comeIn({ accessVersion: 1 })
    expect((await open()).text).not.toContain('LMX-301')
    expect(await notify([nothingLeft()], { idempotencyKey })).toMatchObject({ code: 409 })
    expect((await open()).status).toBe(200)
  })

  it('is rejected if it is malformed or wrongly signed', async () => {
    const open = await comeIn()
    expect(await notify([], {}, { users: 'lina' })).toMatchObject({ code: 422, data: null })
    expect(await notify([nothingLeft()], {}, { tenantUrlId: 1 })).toMatchObject({ code: 422 })
    const url = new URL(`${addressOf(sandbox, 'EDC')}/atrium/access`)
    const body = JSON.stringify({ ...domain, users: [nothingLeft()] })
    expect((await post(url, body, sign(url.pathname, body, { key: 'another key' }))).status).toBe(401)
    expect((await open()).status).toBe(200)
  })

  it('fails for every second user where the product fails midway', async () => {
    const open = await comeIn({ user: personOf('wang') })
    expect(await notify([nothingLeft('lina'), nothingLeft('wang')], { below: '/half' })).toMatchObject({
      data: {
        success: [personOf('lina').userId],
        failure: [{ userId: personOf('wang').userId, message: '系统繁忙，请稍后重新发送' }],
      },
    })
    expect((await open()).status).toBe(200)
    expect(await welcome('en')).toContain('Refused wang Li: 系统繁忙')
  })

  it('gets HTTP 404 from a product that was made before there were notices', async () => {
    const open = await comeIn()
    const url = new URL(`${addressOf(sandbox, 'EDC')}/no-notices/atrium/access`)
    const body = JSON.stringify({ ...domain, users: [nothingLeft()] })
    expect((await post(url, body, sign(url.pathname, body, {}))).status).toBe(404)
    expect((await open()).status).toBe(200)
    expect(await callProduct(sandbox, '/atrium/roles', scope, { below: '/no-notices' })).toMatchObject({
      code: 200,
    })
  })
})

it('shows on its page who lost or got what', async () => {
  await comeIn()
  await notify([
    accessOf({
      studies: [
        { ...second, sites: [] },
        { ...first, studyUrlId: 'su4', study: { ...study, code: 'LMX-304' } },
      ],
    }),
    nothingLeft('stranger'),
  ])
  await notify([accessOf({ accessVersion: 1 })])
  await notify([nothingLeft('lina', { accessVersion: 9 })])
  const en = await welcome('en')
  for (const line of [
    'lina Li: study removed: LMX-301; study added: LMX-304; roles or sites changed: LMX-302',
    'A user whom this system does not know: may no longer open this system',
    'lina Li: ignored, newer rights had already arrived',
    'lina Li: may no longer open this system; study removed: LMX-302, LMX-304',
  ])
    expect(en).toContain(line)
  expect(await welcome('zh')).toContain('lina Li：已无权访问本系统；移除研究 LMX-302、LMX-304')
  await sandbox.close()
  sandbox = await start()
  expect(await welcome('en')).toContain('study removed: LMX-302, LMX-304')
})

it('reads the records of an earlier version, and replaces access there too', async () => {
  const users = [personOf('lina')]
  await callProduct(sandbox, '/atrium/invitations', { ...scope, users, grant: edcGrant })
  await sandbox.close()
  const file = join(folder, 'edc.json')
  const { accessVersions, accessChanges, ...records } = JSON.parse(await readFile(file, 'utf8'))
  expect([accessVersions, accessChanges]).toEqual([[], []])
  await writeFile(file, JSON.stringify(records))
  sandbox = await start()
  expect(await notify([nothingLeft()])).toMatchObject(accepted('lina'))
  expect(await welcome('en')).toContain('lina Li: may no longer open this system; study removed: LMX-301')
})

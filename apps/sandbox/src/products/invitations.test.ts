import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EdcRoles, moduleRole, RtsmRoles, TrialRoles } from '@atrium/contract'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Sandbox, startSandbox } from '../index.ts'
import {
  type AppCode,
  addressOf,
  type CallOptions,
  callProduct,
  firstProject,
  grantOf,
  personOf,
  productKeys,
  roleOf,
  scope,
} from './test-kit.ts'

let sandbox: Sandbox
let folder: string

const start = () => startSandbox({ port: 0, productKeys, productsFolder: folder })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-sandbox-'))
  sandbox = await start()
})
afterEach(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true })
})

const roles = async (appCode: AppCode) =>
  (await callProduct(sandbox, '/atrium/roles', scope, { appCode })).data

const edcGrant = grantOf({
  generalRoleId: '1',
  roles: [roleOf({ roleId: '23', environmentId: '1' })],
  siteIds: ['s1'],
})

const invite = (over: object = {}, options: CallOptions = {}) =>
  callProduct(
    sandbox,
    '/atrium/invitations',
    { ...scope, users: [personOf('lina')], grant: edcGrant, ...over },
    options,
  )

const idOf = (name: string) => personOf(name).userId
const page = async (appCode: AppCode) => (await fetch(`${addressOf(sandbox, appCode)}?language=zh`)).text()

describe('roles', () => {
  it("have each product's own shape and survive a restart", async () => {
    const edc = EdcRoles.parse(await roles('EDC'))
    expect(edc.Environments.map(({ Name }) => Name)).toContain('UAT')
    expect(new Set(edc.RoleInfos.map(({ FType }) => FType === moduleRole))).toEqual(new Set([true, false]))
    const rtsm = RtsmRoles.parse(await roles('RTSM'))
    expect(rtsm.List).toHaveLength(2)
    expect(JSON.parse(rtsm.List[0]?.ProjectName ?? '')).toEqual({
      chs: 'LMX-301 随机与供药',
      en: 'LMX-301 randomisation and supply',
    })
    expect(rtsm.List[0]?.StockHouseList.length).toBeGreaterThan(1)
    const [ctms, etmf] = [TrialRoles.parse(await roles('CTMS')), TrialRoles.parse(await roles('ETMF'))]
    expect(ctms.tenantRoles.length * ctms.studyRoles.length).toBeGreaterThan(0)
    expect(ctms.sites).toEqual([])
    expect(etmf.sites.map(({ name }) => name)).toContain('01 明济医院')
    await sandbox.close()
    sandbox = await start()
    expect(RtsmRoles.parse(await roles('RTSM'))).toEqual(rtsm)
  })

  it('differ between studies in RTSM, whose projects differ', async () => {
    const first = RtsmRoles.parse(await roles('RTSM')).List
    const other = { ...scope, studyUrlId: 'su2', study: { id: 'p2', code: 'LMX-302', name: 'II' } }
    const { data } = await callProduct(sandbox, '/atrium/roles', other, { appCode: 'RTSM' })
    const second = RtsmRoles.parse(data).List
    expect(new Set([...first, ...second].map(({ Id }) => Id)).size).toBe(4)
  })
})

describe('an invitation', () => {
  it('is carried out once and then shown', async () => {
    const idempotencyKey = randomUUID()
    const first = await invite({}, { idempotencyKey })
    expect(first).toEqual({ code: 200, message: '', data: { success: [idOf('lina')], failure: [] } })
    expect(await invite({}, { idempotencyKey })).toEqual(first)
    expect((await page('EDC')).match(/成功 1 人：lina Li/g)).toHaveLength(1)
    expect(await invite({ users: [] }, { idempotencyKey })).toMatchObject({ code: 409 })
  })

  it('is recognised as a repeat after a restart', async () => {
    const idempotencyKey = randomUUID()
    const first = await invite({}, { idempotencyKey })
    await sandbox.close()
    sandbox = await start()
    expect(await invite({}, { idempotencyKey })).toEqual(first)
    expect(await page('EDC')).toContain('lina Li')
    expect(await readdir(join(folder))).toContain('edc.json')
  })

  it('reports rejected users and the reasons in the language of the call', async () => {
    const users = [
      personOf('lina'),
      personOf('refused.one'),
      { ...personOf('wang'), email: 'refused@x.example' },
    ]
    expect(await invite({ users }, { language: 'en' })).toMatchObject({
      data: {
        success: [idOf('lina')],
        failure: [
          {
            userId: idOf('refused.one'),
            message: 'This user is locked in the system; please ask its administrator',
          },
          { userId: idOf('wang'), message: expect.stringContaining('locked') },
        ],
      },
    })
    expect(await page('EDC')).toContain('拒绝 wang Li：')
  })

  it.each<[string, AppCode, object, string]>([
    ['no role', 'EDC', {}, '未选择任何角色'],
    ['an unknown module role', 'EDC', { generalRoleId: '99' }, '本系统中没有该角色：99'],
    [
      'a module role as one in the study',
      'EDC',
      { roles: [roleOf({ roleId: '1', environmentId: '1' })] },
      '没有该角色：1',
    ],
    [
      'an unknown environment',
      'EDC',
      { roles: [roleOf({ roleId: '21', environmentId: '9' })] },
      '没有该环境：9',
    ],
    ['an unknown site', 'EDC', { ...edcGrant, siteIds: ['s1', 's9'] }, '没有该中心：s9'],
    [
      'an unknown project',
      'RTSM',
      { roles: [roleOf({ roleId: '301', projectId: '7' })] },
      '没有该软件项目：7',
    ],
    [
      'an unknown depot',
      'RTSM',
      { roles: [roleOf({ roleId: '301', projectId: firstProject, stockHouseIds: ['9'] })] },
      '没有该库房：9',
    ],
    [
      'neither blinded nor unblinded',
      'RTSM',
      { roles: [roleOf({ roleId: '301', projectId: firstProject, isBlind: 2 })] },
      '未说明该角色是否为盲态',
    ],
    [
      'a role blinded against its own word',
      'RTSM',
      { roles: [roleOf({ roleId: '305', projectId: firstProject, isBlind: 1 })] },
      '与本系统标明的设盲状态不一致',
    ],
    ['a site of the suite', 'ETMF', { generalRoleId: '1', siteIds: ['s1'] }, '没有该中心：s1'],
  ])('is rejected with %s', async (_, appCode, grant, message) => {
    const { data } = await invite({ grant: grantOf(grant) }, { appCode })
    expect(data).toEqual({
      success: [],
      failure: [{ userId: idOf('lina'), message: expect.stringContaining(message) }],
    })
  })

  it('is rejected as a whole if it is malformed', async () => {
    expect(await invite({ users: 'lina' })).toMatchObject({ code: 422, data: null })
  })

  it('reaches half of its users if the product fails midway, and the rest by resending', async () => {
    const users = ['a', 'b', 'c', 'd'].map(personOf)
    const { data } = await invite({ users }, { below: '/half' })
    expect(data).toMatchObject({
      success: [idOf('a'), idOf('c')],
      failure: [{ userId: idOf('b'), message: '系统繁忙，请稍后重新发送' }, { userId: idOf('d') }],
    })
    expect(await invite({ users: [personOf('b'), personOf('d')] })).toMatchObject({
      data: { success: [idOf('b'), idOf('d')], failure: [] },
    })
  })

  it('is carried out once even if the response came too late', async () => {
    const idempotencyKey = randomUUID()
    const late = invite({}, { below: '/slow', idempotencyKey }).catch(() => 'cut off')
    while (!(await page('EDC')).includes('lina Li')) await new Promise((done) => setTimeout(done, 10))
    expect(await invite({}, { idempotencyKey })).toMatchObject({ data: { success: [idOf('lina')] } })
    expect((await page('EDC')).match(/lina Li/g)).toHaveLength(1)
    await sandbox.close()
    expect(await late).toBe('cut off')
    sandbox = await start()
  })
})

it('names a file that does not contain a product’s records', async () => {
  await sandbox.close()
  await writeFile(join(folder, 'rtsm.json'), '{"studies": 1}')
  await expect(start()).rejects.toThrow(/rtsm\.json cannot be read\. Remove it/)
  await rm(join(folder, 'rtsm.json'))
  sandbox = await start()
})

import {
  codes,
  domainDelete,
  domainList,
  domainSave,
  signInStyles,
  softwareCodes,
  tenantDelete,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { describePlainEntity, plainEntityKit, type Suite, startSuite } from '../../../app/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const domain = {
  list: domainList,
  save: domainSave,
  remove: domainDelete,
  example: (urlName: string) => ({
    tenantId: suite.here.tenantId,
    softwareId: softwareCodes.edc,
    urlName,
    url: 'https://edc.hengze.example/app?tenant=1',
    mobileUrl: 'https://m.edc.hengze.example',
    websiteUrl: 'https://www.hengze.example',
    apiUrl: 'https://api.edc.hengze.example/v1',
    remark: '示例',
    redirectUrls: ['https://edc.hengze.example/callback?tenant=1', 'https://m.edc.hengze.example/callback'],
    signedOutUrls: ['https://edc.hengze.example/'],
    logoutUrl: 'https://edc.hengze.example/back-channel-logout',
  }),
  name: 'urlName',
  text: 'remark',
}

const { add, call, find, idsOf, rejectedFields, remove, save } = plainEntityKit(() => suite, domain)

/** Marks the domain as initialised, as after a response of the product. */
const initialised = (id: string) =>
  suite.database.owner
    .updateTable('tenantUrl')
    .set({ initialisedAt: new Date('2026-05-01T00:00:00Z') })
    .where('id', '=', id)
    .execute()

const setKey = (id: string, appKeyEncrypted: string | null) =>
  suite.database.owner.updateTable('software').set({ appKeyEncrypted }).where('id', '=', id).execute()

describe('a domain of a tenant', () => {
  describePlainEntity(() => suite, domain)

  it('shows its tenant’s name, and its product’s name in the caller’s language', async () => {
    const id = await add('示例名称')
    const { tenantName } = await suite.database.owner
      .selectFrom('tenant')
      .select('tenantName')
      .where('id', '=', suite.here.tenantId)
      .executeTakeFirstOrThrow()
    expect(await find(id)).toMatchObject({ tenantName, softName: '电子数据采集系统（EDC）' })
    expect(await find(id, 'en')).toMatchObject({ tenantName, softName: 'Electronic Data Capture (EDC)' })
  })

  it('requires tenant, product, name, PC domain and mobile domain', async () => {
    const blank = { tenantId: '', softwareId: '', urlName: ' ', url: '', mobileUrl: '' }
    expect(await rejectedFields({ ...blank, websiteUrl: '', apiUrl: '', remark: '' })).toEqual(
      Object.keys(blank),
    )
    await add('示例最少', { websiteUrl: '', apiUrl: '', remark: '' })
  })

  it('rejects an unknown tenant or product, and the platform as tenant', async () => {
    const nobody = { tenantId: 'nobody', softwareId: 'nobody' }
    expect(await rejectedFields(nobody)).toEqual(['tenantId', 'softwareId'])
    expect(await rejectedFields({ tenantId: '0' })).toEqual(['tenantId'])
  })

  it('cannot change its tenant or product', async () => {
    const id = await add('示例不动')
    const moved = { tenantId: suite.there.tenantId, softwareId: softwareCodes.rtsm }
    const response = await save('示例不动', { id, ...moved })
    expect(response.errors).toEqual([
      { field: 'tenantId', message: '租户不能修改' },
      { field: 'softwareId', message: '软件不能修改' },
    ])
  })

  it('must have a unique name within its tenant and product, regardless of case and Unicode form', async () => {
    await add('Training')
    for (const name of ['training', 'ＴＲＡＩＮＩＮＧ'])
      expect(await save(name)).toMatchObject({
        code: codes.invalid,
        errors: [{ field: 'urlName', message: '名称已被使用，请换一个' }],
      })
    await add('training', { tenantId: suite.there.tenantId })
    await add('training', { softwareId: softwareCodes.rtsm })
    const many = await Promise.all(Array.from({ length: 6 }, () => save('同时域名')))
    expect(many.map(({ code }) => code).sort()).toEqual([codes.ok, ...Array(5).fill(codes.invalid)])
  })

  it('prevents the deletion of its tenant, and is named as the reason', async () => {
    await add('示例占用', { tenantId: suite.guest.tenantId })
    expect(await call(tenantDelete, { id: suite.guest.tenantId })).toMatchObject({
      code: codes.conflict,
      message: expect.stringContaining('1 个租户域名'),
    })
  })
})

const all = ['url', 'mobileUrl', 'websiteUrl', 'apiUrl', 'logoutUrl'] as const
const allOf = (value: string) => Object.fromEntries(all.map((field) => [field, value]))

describe('the URLs of a domain', () => {
  it.each([
    'edc.example.com',
    'ftp://edc.example.com',
    'javascript:alert(1)',
    'https://',
    'https:edc.example.com',
    'https://user:pass@edc.example.com',
    'https://user@edc.example.com',
    'https://edc.example.com/#/home',
    'https://edc.example.com/ x y#',
  ])('reject %s: URLs must be complete, without credentials or fragment', async (address) => {
    expect(await rejectedFields(allOf(address))).toEqual([...all])
  })

  it('must use https, unless the deployment allows http', async () => {
    const response = await save('参照', allOf('http://8.8.8.8'))
    expect(response).toMatchObject({ code: codes.invalid })
    expect(response.errors?.map(({ field }) => field)).toEqual([...all])
    expect(response.errors?.[0]?.message).toBe('PC 域名须以 https:// 开头')
    // These tests allow http, as a sandbox does.
    await add('示例明文', allOf('http://127.0.0.1:9000/edc'))
  })

  it('must not let the server call internal networks', async () => {
    for (const host of ['10.0.0.8', '192.168.1.1', '169.254.169.254', '[::1]', '2130706434']) {
      const url = `https://${host}/api`
      const response = await save('参照', { apiUrl: url, logoutUrl: url })
      expect(response.errors).toEqual([
        { field: 'apiUrl', message: expect.stringContaining('接口地址指向内部网络') },
        { field: 'logoutUrl', message: expect.stringContaining('退出通知地址指向内部网络') },
      ])
    }
    // Page URLs may be internal: browsers open them within the hospital's own network.
    await add('示例院内', { url: 'https://10.0.0.8', mobileUrl: 'https://10.0.0.8' })
  })

  it('must not have a query where the server appends paths', async () => {
    expect(await rejectedFields({ apiUrl: 'https://api.example.com/v1?tenant=1' })).toEqual(['apiUrl'])
  })
})

describe('the lists of URLs of a domain', () => {
  const lists = ['redirectUrls', 'signedOutUrls'] as const

  const messagesOf = async (urls: unknown) => {
    const { errors } = await save('参照', Object.fromEntries(lists.map((field) => [field, urls])))
    return errors?.map(({ field, message }) => `${field}: ${message}`)
  }

  it('are empty unless they are sent, like the logout URL', async () => {
    const { tenantId, softwareId, url, mobileUrl } = domain.example('')
    const { data: id } = await call(domainSave, {
      ...{ tenantId, softwareId, url, mobileUrl },
      urlName: '示例无回调',
    })
    expect(await find(String(id))).toMatchObject({ redirectUrls: [], signedOutUrls: [], logoutUrl: '' })
  })

  it('keep the order of their URLs, without spaces around them', async () => {
    const id = await add('示例多行', { redirectUrls: [' https://b.example/cb ', 'https://a.example/cb'] })
    expect(await find(id)).toMatchObject({ redirectUrls: ['https://b.example/cb', 'https://a.example/cb'] })
  })

  it('must hold complete URLs, without credentials or fragment', async () => {
    for (const wrong of [
      '',
      'edc.example.com',
      'com.example:/cb',
      'https://u@a.example',
      'https://a.example/#b',
    ])
      expect(await messagesOf(['https://a.example', wrong])).toEqual([
        expect.stringMatching(/^redirectUrls: 登录回调地址第 2 行须为完整的网址/),
        expect.stringMatching(/^signedOutUrls: 退出后返回地址第 2 行须为完整的网址/),
      ])
  })

  it('must use https, unless the deployment allows http', async () => {
    expect(await messagesOf(['https://a.example', 'http://8.8.8.8/cb'])).toEqual([
      'redirectUrls: 登录回调地址第 2 行须以 https:// 开头',
      'signedOutUrls: 退出后返回地址第 2 行须以 https:// 开头',
    ])
    await add('示例明文回调', { redirectUrls: ['http://127.0.0.1:9000/edc/callback'] })
  })

  it('must not repeat a URL, hold more than ten, or one of more than 500 characters', async () => {
    const url = 'https://a.example/cb'
    expect(await messagesOf([url, `${url}2`, url])).toEqual([
      'redirectUrls: 登录回调地址第 3 行与前面的重复',
      'signedOutUrls: 退出后返回地址第 3 行与前面的重复',
    ])
    const many = Array.from({ length: 11 }, (_, index) => `${url}${index}`)
    expect(await messagesOf(many)).toEqual([
      'redirectUrls: 登录回调地址最多 10 个',
      'signedOutUrls: 退出后返回地址最多 10 个',
    ])
    await add('示例十个', { redirectUrls: many.slice(1) })
    expect(await messagesOf([url, url.padEnd(501, 'x')])).toEqual([
      'redirectUrls.1: 登录回调地址不能超过 500 个字符',
      'signedOutUrls.1: 退出后返回地址不能超过 500 个字符',
    ])
  })

  it('must be lists of texts', async () => {
    for (const wrong of [null, 'text', { 0: 'https://a.example' }])
      expect(await rejectedFields({ redirectUrls: wrong })).toEqual(['redirectUrls'])
    expect(await rejectedFields({ redirectUrls: [7] })).toEqual(['redirectUrls.0'])
  })
})

describe('the path of the API URL', () => {
  it.each([
    '/v1/../admin',
    '/v1/./a',
    '/v1/..;/admin',
    '/v1/..;a=b/admin',
    '/v1;a=b',
    '/v1/%2e%2e/admin',
    '/v1/.%2E/admin',
    '/v1%2fadmin',
    '/v1%5cadmin',
    '/v1\\..\\admin',
    '\\admin',
    '/v1/%252e%252e/admin',
    '/v1/%zz',
    '/atrium',
    '/v1/Atrium/',
    '/v1/%61trium',
  ])('rejects %s, which could lead elsewhere', async (path) => {
    const response = await save('参照', { apiUrl: `https://api.example.com${path}` })
    expect(response.errors).toEqual([
      { field: 'apiUrl', message: expect.stringMatching(/^接口地址的路径不能含有/) },
    ])
  })

  it('accepts all other paths', async () => {
    for (const path of ['', '/', '/v1.2/edc-api/', '/~atrium/a:b', '/%E8%AF%95%E9%AA%8C', '/...'])
      expect(await rejectedFields({ apiUrl: `https://api.example.com${path}`, tenantId: '' })).not.toContain(
        'apiUrl',
      )
  })
})

it('says how its product signs users in', async () => {
  const id = await add('示例登录方式')
  const { owner } = suite.database
  for (const signInStyle of [signInStyles.openId, signInStyles.handOver]) {
    await owner.updateTable('software').set({ signInStyle }).where('id', '=', softwareCodes.edc).execute()
    expect(await find(id)).toMatchObject({ signInStyle })
  }
})

describe('the initialisation state of a domain', () => {
  it('depends on its API URL, the product’s key and earlier initialisation', async () => {
    const id = await add('示例初始化')
    expect(await find(id)).toMatchObject({ canInit: false, initSoftware: '' })
    await setKey(softwareCodes.edc, 'v1.x.y')
    expect(await find(id)).toMatchObject({ canInit: true })
    const without = await add('示例无接口', { apiUrl: '' })
    expect(await find(without)).toMatchObject({ canInit: false })
    await initialised(id)
    expect(await find(id)).toMatchObject({ canInit: false, initSoftware: '2026-05-01T00:00:00.000Z' })
    await setKey(softwareCodes.edc, null)
  })

  it('is reset when the API URL changes, but not by other changes', async () => {
    const id = await add('示例迁移')
    await initialised(id)
    await save('示例迁移', { id, remark: '改', url: 'https://new.hengze.example' })
    expect(await find(id)).toMatchObject({ initSoftware: '2026-05-01T00:00:00.000Z' })
    await save('示例迁移', { id, apiUrl: 'https://new.hengze.example/v1' })
    expect(await find(id)).toMatchObject({ initSoftware: '' })
  })
})

describe('listing domains', () => {
  it('filters by tenant, by product and by part of a URL', async () => {
    const id = await add('示例筛选', {
      tenantId: suite.there.tenantId,
      softwareId: softwareCodes.etmf,
      mobileUrl: 'https://phone.Yunxiu.example',
    })
    const { tenantId } = suite.there
    const softwareId = softwareCodes.etmf
    const found = [
      { tenantId },
      { softwareId },
      { tenantId, softwareId, keyWord: 'yunxiu.EX' },
      { keyWord: 'phone.y' },
    ]
    for (const filter of found) expect(await idsOf(filter)).toContain(id)
    const missed = [
      { tenantId: suite.here.tenantId },
      { softwareId: softwareCodes.edc },
      { keyWord: 'yunxiu.org' },
    ]
    for (const filter of missed) expect(await idsOf(filter)).not.toContain(id)
    expect(await idsOf({ tenantId, softwareId })).toEqual([id])
  })

  it('finds nothing for an unknown tenant or product', async () => {
    expect(await call(domainList, { tenantId: 'nobody' })).toMatchObject({ code: codes.notFound })
    expect(await idsOf({ softwareId: 'nobody' })).toEqual([])
    expect(await remove('nobody')).toMatchObject({ code: codes.notFound })
  })
})

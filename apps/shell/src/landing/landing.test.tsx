import { generateKeyPairSync } from 'node:crypto'
import {
  type AccessRequestNotices,
  type AskableOptions,
  type AskableStudy,
  type AskedAccess,
  codes,
  type RejectionNotices,
  type TrailReviewNotice,
  type UserInfo,
  type UserSoftware,
} from '@atrium/contract'
import { createRemoteLoader } from '@atrium/federation'
import {
  endSession,
  installProfile,
  MemoryRouter,
  profile,
  startSession,
  textsSettled,
  useSession,
} from '@atrium/shared-api'
import { envelope, startApi } from '@atrium/shared-api/testing'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { recordVisit } from '../menu/recent.ts'
import { RemotesProvider } from '../remotes/context.ts'
import '../texts/index.ts'
import LandingPage from './LandingPage.tsx'

const entry = (id: string, name: string, url: string) => ({ id, name, url, parentId: 'g', icon: '' })
const list = [
  entry('tenant', '租户管理', '/systemManger/tenant'),
  entry('site', '中心管理', '/systemManger/site'),
]
const menuList = [{ id: 'g', name: '系统信息', url: '/systemManger', parentId: '0', icon: '', list }]
const user = {
  id: 'u1',
  displayName: '苏映禾',
  email: '',
  emailValid: 0,
  isOverdue: false,
  nearExpiredDay: 60,
  menuList,
  superAdmin: false,
  softwareList: [],
}

const remote = { name: 'system-admin', routes: ['/systemManger'], active: '1.0.0', releases: {} }
const loader = createRemoteLoader({ registry: { remotes: [remote] } })

const product: UserSoftware = {
  id: '020',
  displayName: 'EDC',
  webCode: '020',
  describe: '',
  authorizationStyle: 2,
  tenantCount: 2,
  studyCount: 5,
  tenantId: '',
  licenceState: 'open',
  licenceStart: '',
  licenceEnd: '',
}

const askable: AskableStudy = {
  ...{ studyUrlId: 'su1', studyName: '鹿鸣溪片 III 期', studyCode: 'LMX-301', tenantName: '鹿鸣溪医药' },
  ...{ softName: '电子数据采集系统（EDC）', authorizationStyle: 2 },
}

const options: AskableOptions = {
  roles: {
    authorizationStyle: 2,
    Environments: [{ Id: 'E1', Name: 'PROD' }],
    RoleInfos: [
      { Id: 'M1', Name: '普通用户', FType: 1 },
      { Id: 'R1', Name: 'CRA', FType: 2 },
    ],
  },
  sites: [{ id: 's1', code: '01', name: '明济医院' }],
}

const asked: AskedAccess = {
  ...{ id: 'r1', tenantId: 't1', rowVersion: 1, tenantName: '鹿鸣溪医药', studyUrlId: 'su1' },
  ...{ studyName: '鹿鸣溪片 III 期', studyCode: 'LMX-301', softName: 'EDC', authorizationStyle: 2 },
  ...{
    personName: '苏映禾',
    granted: null,
    reason: '接替监查',
    state: 'declined',
    mayDecide: false,
    present: [],
  },
  ...{ requestTime: '2026-11-01T00:00:00.000Z', expireTime: '2026-11-15T00:00:00.000Z' },
  ...{ deciderName: '陆明溪', decideTime: '2026-11-02T00:00:00.000Z', decisionReason: '已有其他人员' },
  wanted: {
    ...{ generalRoleId: 'M1', generalRoleName: '普通用户', roleId: 'R1', roleName: 'CRA', projectId: '' },
    ...{ environmentId: 'E1', stockHouseIds: [], isBlind: 0, unblindingReason: '', siteIds: [] },
    ...{ siteNames: [], allSites: true, accessFrom: '', accessUntil: '' },
  },
}

const typing = userEvent.setup({ pointerEventsCheck: 0 })

let products: readonly UserSoftware[] | undefined
let notices: RejectionNotices
let reviews: readonly TrailReviewNotice[]
let requests: AccessRequestNotices
let own: { readonly list: readonly AskedAccess[]; readonly totalCount: number }
let site: object
let api: Awaited<ReturnType<typeof startApi>>

const show = async (facts: object = {}) => {
  startSession('k')
  useSession.setState({ user: { ...user, ...facts } as unknown as UserInfo })
  await textsSettled()
  // Waits for the part of the page that is fetched lazily.
  await act(async () => {
    render(
      <MemoryRouter>
        <Suspense>
          <RemotesProvider value={{ loader }}>
            <LandingPage />
          </RemotesProvider>
        </Suspense>
      </MemoryRouter>,
    )
  })
  await screen.findByRole('heading', { name: /苏映禾/ })
}

beforeEach(async () => {
  localStorage.clear()
  products = []
  notices = { own: [], trainings: [], granted: [], unblinding: [] }
  reviews = []
  requests = { mayAsk: false, hasAsked: false, open: [] }
  own = { list: [], totalCount: 0 }
  api = await startApi(({ path }) => {
    if (path.endsWith('/siteinfo')) return envelope(codes.ok, '', site)
    if (path.endsWith('/accessReview/notices')) return envelope(codes.ok, '', [])
    if (path.endsWith('/trailReview/notices')) return envelope(codes.ok, '', reviews)
    if (path.endsWith('/accessRequest/notices')) return envelope(codes.ok, '', requests)
    if (path.endsWith('/accessRequest/mine')) return envelope(codes.ok, '', own)
    if (path.endsWith('/accessRequest/study/list'))
      return envelope(codes.ok, '', { list: [askable], totalCount: 1 })
    if (path.endsWith('/accessRequest/study/options')) return envelope(codes.ok, '', options)
    if (path.endsWith('/accessRequest/ask')) return envelope(codes.ok, '', null)
    if (path.endsWith('/notices')) return envelope(codes.ok, '', notices)
    return products ? envelope(codes.ok, '', products) : envelope(codes.limitReached, '稍后')
  })
})
afterEach(async () => {
  cleanup()
  endSession()
  await api.stop()
})

it('omits sections without content', async () => {
  await show()
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    '可用系统',
  ])
  expect(document.title).toMatch(/^首页 - /)
})

it('lists pending tasks: an expiring password and an unverified address', async () => {
  await show({ isOverdue: true, nearExpiredDay: 5, email: 'a@hospital.example', emailValid: 1 })
  expect(screen.getByText('您的密码将在 5 天后过期，请及时修改')).toBeTruthy()
  expect(screen.getByText(/邮箱 a@hospital.example 尚未验证/)).toBeTruthy()
})

it('shows which reviews of the audit trail are due, and which are overdue', async () => {
  const due = { tenantId: 't0', tenantName: '甲医药', due: 2, overdue: 0, dueDay: '2026-12-31' }
  reviews = [due, { ...due, tenantId: 't1', tenantName: '乙医药', overdue: 1, dueDay: '2026-11-30' }]
  await show()
  expect(await screen.findByText('甲医药有 2 项审计追踪复核，应在 2026-12-31 前完成')).toBeTruthy()
  expect(screen.getByText('乙医药有 1 项审计追踪复核未按期完成，应完成日期为 2026-11-30')).toBeTruthy()
  expect(screen.getAllByText('已逾期')).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: '去复核' })).toHaveLength(2)
})

it('lists the products that rejected users, the trainings that they lack, a person to ask, and links to decide', async () => {
  const tenant = { tenantId: 't0', tenantName: '甲医药' }
  const own = { ...tenant, softName: 'EDC', state: 'refused', contactName: '李娜' } as const
  const lacking = { ...tenant, studyName: '示例研究', softName: 'EDC', training: 'GCP', lastDay: '' }
  notices = {
    own: [own, { ...own, softName: 'CTMS', contactName: '' }, { ...own, softName: 'RTSM', state: 'waiting' }],
    trainings: [lacking, { ...lacking, softName: 'RTSM', lastDay: '2026-12-31' }],
    granted: [{ tenantId: 't1', tenantName: '乙医药', count: 2 }],
    unblinding: [{ tenantId: 't1', tenantName: '乙医药', count: 3 }],
  }
  await show()
  expect(await screen.findByText('“EDC”拒绝了您在甲医药的授权，请联系李娜。')).toBeTruthy()
  expect(screen.getByText('“CTMS”拒绝了您在甲医药的授权，请联系甲医药的管理员。')).toBeTruthy()
  expect(screen.getByText(/“RTSM”尚未确认/)).toBeTruthy()
  expect(screen.getAllByText('产品已拒绝')).toHaveLength(2)
  expect(screen.getByText('等待产品确认')).toBeTruthy()
  expect(screen.getByText(/“示例研究”的EDC中缺少培训“GCP”，暂不能使用/)).toBeTruthy()
  expect(screen.getByText(/“示例研究”的RTSM中的权限可用至 2026-12-31/)).toBeTruthy()
  expect(screen.getByText('乙医药有 2 项授权被产品拒绝，等待处理')).toBeTruthy()
  expect(screen.getByRole('button', { name: '查看并处理' })).toBeTruthy()
  expect(screen.getByText('乙医药有 3 项非盲授权申请，等待您处理')).toBeTruthy()
  expect(screen.getByRole('button', { name: '查看非盲授权申请' })).toBeTruthy()
})

it('links only to the user’s own recent screens that are still in the menu', async () => {
  recordVisit('u2', 'site')
  recordVisit('u1', 'gone')
  recordVisit('u1', 'tenant')
  await show()
  const recent = screen.getByRole('heading', { name: '最近访问' }).parentElement as HTMLElement
  const links = within(recent).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/systemManger/tenant'])
})

it('advises users without any system to ask their administrator', async () => {
  await show({ menuList: [] })
  expect(await screen.findByText('您还没有可以使用的系统')).toBeTruthy()
})

it('shows a card for each product with its target, its number of tenants and its licence state', async () => {
  const ending = { licenceState: 'ending', licenceEnd: '2026-12-01' } as const
  const over = { licenceState: 'expired', licenceEnd: '2026-01-31' } as const
  products = [
    product,
    { ...product, ...ending, id: '030', displayName: 'RTSM', authorizationStyle: 1, tenantId: 't' },
    {
      ...product,
      ...over,
      id: '040',
      displayName: 'CTMS',
      authorizationStyle: 3,
      tenantCount: 1,
      tenantId: 't',
    },
    { ...product, id: '070', displayName: 'eTMF', authorizationStyle: 4, licenceEnd: '2027-12-31' },
  ]
  await show({ menuList: [] })
  const link = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await link(/EDC.*2 个租户 ?授权有效$/)).toBe('/tenantListEDC?softwareId=020')
  expect(await link(/RTSM.*5 个研究.*授权将于 2026-12-01 到期/)).toBe('/projectListRTSM')
  // A single tenant opens directly.
  expect(screen.getByRole('button', { name: /CTMS.*1 个租户.*授权已于 2026-01-31 到期/ })).toBeTruthy()
  expect(await link(/eTMF.*2 个租户 ?授权有效期至 2027-12-31/)).toBe('/tenantListEDC?softwareId=070')
  expect(screen.queryByText('您还没有可以使用的系统')).toBeNull()
})

it.each([
  ['logo.png', /\/logo\.png$/],
  ['http://[', undefined],
  ['', undefined],
])('shows the site information of the CTMS on its card, with the logo %j', async (logo, source) => {
  products = [{ ...product, id: '040', displayName: 'CTMS', authorizationStyle: 3 }]
  site = { siteName: '明济医院', logo }
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
  const publicKey = key.export({ type: 'spki', format: 'der' }).toString('base64')
  const before = profile()
  installProfile({ ...before, ctms: { ...before.ctms, basePath: before.apiPrefix, publicKey } })
  await show({ menuList: [] })
  const card = await screen.findByRole('link', { name: /CTMS.*明济医院/ })
  const shown = card.querySelector('img')?.src
  if (source) expect(shown).toMatch(source)
  else expect(shown).toBeUndefined()
  installProfile(before)
})

it('keeps the rest of the page when the products cannot be fetched, and retries', async () => {
  products = undefined
  await show()
  expect(await screen.findByText('可用系统未能加载')).toBeTruthy()
  expect(screen.getByRole('link', { name: /用户中心/ })).toBeTruthy()
  products = [product]
  screen.getByRole('button', { name: '重试' }).click()
  await waitFor(() => expect(screen.getByRole('link', { name: /EDC/ })).toBeTruthy())
})

describe('requests for access', () => {
  const choose = async (name: string, option: string) => {
    const box = within(screen.getByRole('dialog')).getByRole('combobox', { name })
    await typing.click(box)
    await typing.click(await screen.findByRole('option', { name: option }))
  }

  it('are asked for with a role that the product offers', async () => {
    requests = { mayAsk: true, hasAsked: false, open: [] }
    await show({ tenants: [], platformMenus: [], reasonPolicies: [] })
    await typing.click(await screen.findByRole('button', { name: '申请权限' }))
    await screen.findByRole('dialog', { name: '申请权限' })
    await choose('研究与软件', 'LMX-301 鹿鸣溪片 III 期 · EDC · 鹿鸣溪医药')
    await screen.findByRole('combobox', { name: '模块角色' })
    await choose('模块角色', '普通用户')
    await choose('角色', 'CRA')
    await typing.click(screen.getByRole('checkbox', { name: '01 明济医院' }))
    await typing.type(screen.getByRole('textbox', { name: '申请理由' }), '接替监查')
    await typing.click(screen.getByRole('button', { name: '提交申请' }))
    await waitFor(() =>
      expect(api.seen.find(({ path }) => path.endsWith('/accessRequest/ask'))?.body).toMatchObject({
        ...{ studyUrlId: 'su1', generalRoleId: 'M1', roleId: 'R1', environmentId: 'E1' },
        ...{ siteIds: ['s1'], reason: '接替监查' },
      }),
    )
  })

  it('are listed with the decision, and those to answer with their number', async () => {
    requests = {
      ...{ mayAsk: false, hasAsked: true },
      open: [{ tenantId: 't1', tenantName: '鹿鸣溪医药', count: 2 }],
    }
    own = { list: [asked], totalCount: 1 }
    await show()
    expect(await screen.findByText('鹿鸣溪医药有 2 个访问申请，等待您处理')).toBeTruthy()
    expect(await screen.findByText('陆明溪 · 已有其他人员')).toBeTruthy()
    expect(screen.getByText('普通用户 · CRA')).toBeTruthy()
    expect(screen.getByText('全部中心')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '申请权限' })).toBeNull()
  })
})

import type { UserInfo } from '@atrium/contract'
import { endSession, MemoryRouter, startSession, textsSettled, useSession } from '@atrium/shared-api'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { cleanup, render, screen, within } from '@testing-library/react'
import { Suspense } from 'react'
import { recordVisit } from '../menu/recent.ts'
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
  fullName: '苏映禾',
  email: '',
  emailValid: 0,
  isOverdue: false,
  nearExpiredDay: 60,
  menuList,
}

const show = async (facts: object = {}) => {
  startSession('k')
  useSession.setState({ user: { ...user, ...facts } as unknown as UserInfo })
  await textsSettled()
  render(
    <MemoryRouter>
      <Suspense>
        <LandingPage />
      </Suspense>
    </MemoryRouter>,
  )
  await screen.findByRole('heading', { name: /苏映禾/ })
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  endSession()
})

it('says nothing of what there is not', async () => {
  await show()
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    '可用系统',
  ])
  expect(document.title).toMatch(/^首页 - /)
})

it('says what waits: a password near its end, an address that is not verified', async () => {
  await show({ isOverdue: true, nearExpiredDay: 5, email: 'a@hospital.example', emailValid: 1 })
  expect(screen.getByText('您的密码将在 5 天后过期，请及时修改')).toBeTruthy()
  expect(screen.getByText(/邮箱 a@hospital.example 尚未验证/)).toBeTruthy()
})

it('leads back to where the user was last, not to where somebody else was or the menu no longer leads', async () => {
  recordVisit('u2', 'site')
  recordVisit('u1', 'gone')
  recordVisit('u1', 'tenant')
  await show()
  const recent = screen.getByRole('heading', { name: '最近访问' }).parentElement as HTMLElement
  const links = within(recent).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/systemManger/tenant'])
})

it('tells who may use nothing whom to ask', async () => {
  await show({ menuList: [] })
  expect(screen.getByText('您还没有可以使用的系统')).toBeTruthy()
})

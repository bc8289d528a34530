import { type ListedUser, systemRoles, userList, userSave } from '@atrium/contract'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Api } from './api.ts'
import { phoneOf } from './phones.ts'
import { unique } from './unique.ts'

/** Opens the user list in Chinese, with the given query parameters. */
export const openUsers = async (page: Page, state: Record<string, string> = {}): Promise<void> => {
  await page.goto(`/#/systemManger/user?${new URLSearchParams(state)}`)
  await expect(page.getByRole('heading', { name: '用户管理' })).toBeVisible()
}

/** Chooses an action in the menu of a row. */
export const chooseAction = async (row: Locator, action: string): Promise<void> => {
  await row.getByRole('button', { name: /更多操作/ }).click()
  await row.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Returns a dialog by its full title. */
export const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

/** Saves the open dialog. */
export const saveDialog = (page: Page): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: '保存' }).click()

/** Returns a unique user name, e-mail address and phone number. */
export const newContacts = (name: string) => {
  const userName = unique(name)
  return { userName, email: `${userName}@hospital.example`, phone: phoneOf(userName) }
}

/** Adds an ordinary user. */
export const addUserByApi = async (api: Api, fullName: string, contacts = newContacts('person')) => {
  const roles = await api(systemRoles, {})
  const roleId = roles.find(({ desc }) => desc === '普通用户')?.code ?? ''
  const id = await api(userSave, { ...contacts, fullName, roleId })
  return { ...contacts, fullName, id }
}

/** Returns a user as currently listed. */
export const listedUser = async (api: Api, userName: string): Promise<ListedUser> => {
  const { list } = await api(userList, { userName, searchAll: true })
  const [user] = list
  if (!user) throw new Error(`there is no user ${userName}`)
  return user
}

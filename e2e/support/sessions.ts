import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page } from '@playwright/test'
import { accountsFile, administrator, suiteUrl } from './suite.ts'

export interface Account {
  readonly userName: string
  readonly password: string
}

/** A session as a browser keeps it, with its key for calls without a browser. */
export interface SignedIn {
  readonly cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>
  readonly key: string
}

/**
 * Returns cookies for both hosts of servers in tests: `localhost`, at which the shared one is opened, and `127.0.0.1`, at
 * which tests open servers of their own.
 */
export const onBothHosts = <Cookie extends object>(cookies: readonly Cookie[]) =>
  cookies.flatMap((cookie) => ['localhost', '127.0.0.1'].map((domain) => ({ ...cookie, domain, path: '/' })))

const words = {
  zh: { userName: '用户名', password: '密码', submit: '登录' },
  en: { userName: 'User name', password: 'Password', submit: 'Sign in' },
} as const

/** Fills in the sign-in page and submits it. */
export const submitSignIn = async (
  page: Page,
  account: Account,
  language: 'zh' | 'en' = 'zh',
): Promise<void> => {
  const { userName, password, submit } = words[language]
  await page.goto('/#/signIn/index')
  await page.getByLabel(userName).fill(account.userName)
  await page.getByRole('textbox', { name: password, exact: true }).fill(account.password)
  await page.getByRole('button', { name: submit, exact: true }).click()
}

/** Signs in on the sign-in page, in Chinese by default, and waits for the landing page. */
export const signIn = async (
  page: Page,
  account: Account = administrator,
  language: 'zh' | 'en' = 'zh',
): Promise<void> => {
  await submitSignIn(page, account, language)
  await expect(page).toHaveURL(/#\/softIndex$/)
}

/** Signs out through the user menu, in Chinese, and waits for the sign-in page. */
export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '用户菜单' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出', exact: true }).click()
  await expect(page.getByLabel(words.zh.userName)).toBeVisible()
}

/** Signs in once for many later pages, in a temporary browser context. */
export const signInOnce = async (
  browser: Browser,
  account: Account,
  baseURL = suiteUrl,
): Promise<SignedIn> => {
  const context = await browser.newContext({ baseURL })
  // A language chosen in the browser stays, even if other tests change the language in the user's profile.
  await context.addCookies([{ name: 'language', value: 'zh', url: baseURL }])
  await signIn(await context.newPage(), account)
  const cookies = await context.cookies()
  await context.close()
  const cookie = cookies.find(({ name }) => name === 'usercache')
  const { sessionKey } = JSON.parse(decodeURIComponent(cookie?.value ?? '{}')) as { sessionKey: string }
  return { cookies, key: sessionKey }
}

/** Returns an account that the server created at its start. */
export const readAccount = async (userName: string): Promise<Account> => {
  const accounts = JSON.parse(await readFile(accountsFile, 'utf8')) as Account[]
  const account = accounts.find((one) => one.userName === userName)
  if (!account) throw new Error(`the server made no account ${userName}`)
  return account
}

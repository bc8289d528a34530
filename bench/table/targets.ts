import type { Page } from 'playwright-core'
import { withDatabase } from '../lib/database.ts'
import { startSuite } from '../lib/suite/index.ts'
import { seedOnce } from '../users/seed.ts'
import { folders } from './build.ts'

/** A page with a list, and the way to turn its pages. */
export interface Target {
  readonly name: string
  /** Opens the list at its first page and waits until the page is shown. */
  readonly open: (page: Page) => Promise<void>
  /** Selector of the button for the next page. */
  readonly next: string
  /** Selector of the current page's number. */
  readonly shown: string
}

/** Page with which the suite is compared. */
export const reference = 'table-arco-virtual'
export const suite = 'users screen'

/** Enough for all pages that are turned; more rows would cost only the server, not the browser. */
const amounts = { users: 5000, tenants: 20 }
const administrator = { userName: 'admin', password: 'Administrator1' }

async function openReference(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.locator('.next-page').waitFor()
}

async function openUsers(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/signIn/index`)
  await page.getByLabel('用户名').fill(administrator.userName)
  await page.getByLabel('密码', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/softIndex/)
  await page.goto(`${url}/#/systemManger/user?size=100`)
  await page.getByRole('row').nth(5).waitFor()
}

/**
 * Serves both lists by servers of the same kind during some work.
 * @param dataDir data folder of the deployment, a new one
 */
export async function withTargets<T>(
  dataDir: string,
  work: (targets: readonly Target[]) => Promise<T>,
): Promise<T> {
  const own = await startSuite({ dataDir, adminPassword: administrator.password })
  const other = await startSuite({ dataDir, webFolder: folders.reference })
  try {
    await withDatabase(dataDir, ({ owner }) => seedOnce(owner, amounts))
    return await work([
      {
        name: reference,
        open: (page) => openReference(page, other.url),
        next: '.next-page',
        shown: '.arco-pagination-item-active',
      },
      {
        name: suite,
        open: (page) => openUsers(page, own.url),
        next: '.arco-pagination-item-next',
        shown: '.arco-pagination-item-active',
      },
    ])
  } finally {
    await own.stop()
    await other.stop()
  }
}

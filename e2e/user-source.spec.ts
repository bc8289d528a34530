import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '../apps/server/test-support/free-port.ts'
import { inDatabase } from './support/database.ts'
import { newAccount } from './support/invitations.ts'
import { startOwnServer } from './support/own-server.ts'
import { signIn } from './support/sessions.ts'
import { rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { openUsers } from './support/users.ts'

const port = await freePort()

/** Marks a user as managed by another identity source. */
const handOver = (userName: string): Promise<void> =>
  inDatabase((trx) =>
    trx.updateTable('appUser').set({ org: 'hospital' }).where('userName', '=', userName).execute(),
  )

const shownItems = (page: Page) => page.getByRole('menuitem').filter({ visible: true })

test.describe('a user who is managed by another identity source', () => {
  test.use({ baseURL: `http://127.0.0.1:${port}` })

  test('has no password or important information to change', async ({
    page,
    browser,
    baseURL,
    afterPages,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-users-'))
    afterPages(() => rm(folder, { recursive: true }))
    const profile = join(folder, 'profile.json')
    const plain = JSON.parse(await readFile('profile.json', 'utf8'))
    await writeFile(profile, JSON.stringify({ ...plain, identitySources: ['hospital'] }))
    const server = await startOwnServer(port, { environment: { PROFILE: profile } })
    afterPages(server.close)
    const account = await newAccount('kept')
    const context = await browser.newContext({ baseURL })
    await context.addCookies([{ name: 'language', value: 'zh', url: String(baseURL) }])
    const theirs = await context.newPage()
    await signIn(theirs, account)
    const menuOfOneself = async () => {
      await theirs.getByRole('banner').getByRole('button', { name: '王晓' }).click()
      return shownItems(theirs)
    }
    await expect(await menuOfOneself()).toContainText(['个人信息', '修改密码'])
    await handOver(account.userName)
    await theirs.reload()
    const left = await menuOfOneself()
    await expect(left).toContainText(['个人信息'])
    await expect(left.filter({ hasText: '修改密码' })).toHaveCount(0)
    await context.close()

    const actionsOf = async (name: string) => {
      await openUsers(page, { keyWord: name })
      await rowOf(page, name)
        .getByRole('button', { name: /更多操作/ })
        .click()
      return shownItems(page)
    }
    await expect(await actionsOf(account.userName)).toHaveText(['登录设备', '锁定', '访问权限', '历史'])
    // The user's own row has no lock action.
    await expect(await actionsOf('平台管理员')).toHaveText([
      '重要信息',
      '修改密码',
      '重置密码',
      '登录设备',
      '访问权限',
      '历史',
    ])
  })
})

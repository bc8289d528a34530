import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inDatabase } from './support/database.ts'
import { freePort } from './support/free-port.ts'
import { startOwnServer } from './support/own-server.ts'
import { signInOnce } from './support/sessions.ts'
import { administrator } from './support/suite.ts'
import { rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { openUsers } from './support/users.ts'

test.describe('a user whom another identity source keeps', () => {
  test.use({ as: 'nobody' })

  test('has neither passwords nor important information to change', async ({ browser }) => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-users-'))
    const profile = join(folder, 'profile.json')
    const plain = JSON.parse(await readFile('profile.json', 'utf8'))
    await writeFile(profile, JSON.stringify({ ...plain, identitySources: ['hospital'] }))
    const server = await startOwnServer(await freePort(), undefined, { PROFILE: profile })
    try {
      await inDatabase(
        (trx) =>
          trx
            .updateTable('appUser')
            .set({ org: 'hospital' })
            .where('userName', '<>', administrator.userName)
            .execute(),
        server.dataDir,
      )
      const { cookies } = await signInOnce(browser, administrator, server.url)
      const context = await browser.newContext({ baseURL: server.url })
      await context.addCookies(cookies)
      const page = await context.newPage()
      await openUsers(page)
      const actionsOf = async (name: string) => {
        const menu = rowOf(page, name).getByRole('button', { name: /更多操作/ })
        await menu.click()
        const actions = await page.getByRole('menuitem').filter({ visible: true }).allTextContents()
        await page.keyboard.press('Escape')
        return actions
      }
      expect(await actionsOf('lumingxi.admin')).toEqual(['登录设备', '锁定'])
      // One's own row offers no lock.
      expect(await actionsOf('平台管理员')).toEqual(['重要信息', '修改密码', '重置密码', '登录设备'])

      const menuOfOneself = async () => {
        await page.getByRole('banner').getByRole('button', { name: '平台管理员' }).click()
        return page.getByRole('menuitem').filter({ visible: true }).allTextContents()
      }
      expect(await menuOfOneself()).toContain('修改密码')
      await inDatabase((trx) => trx.updateTable('appUser').set({ org: 'hospital' }).execute(), server.dataDir)
      await page.reload()
      const left = await menuOfOneself()
      expect(left).toContain('个人信息')
      expect(left).not.toContain('修改密码')
      await context.close()
    } finally {
      await server.close()
      await rm(folder, { recursive: true })
    }
  })
})

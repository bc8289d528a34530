import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './support/free-port.ts'
import { startOwnServer } from './support/own-server.ts'
import { signIn } from './support/sessions.ts'
import { expect, test } from './support/test.ts'

const port = await freePort()
const baseURL = `http://127.0.0.1:${port}`

/** The browser reports the files of the remote that is down. */
test.use({ as: 'nobody', expectedComplaints: [/Failed to load resource/], baseURL })

test('a remote that is down leaves the rest working, says so, and is fetched again on request', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-web-'))
  await cp('dist/web', folder, { recursive: true })
  const remote = join(folder, 'remotes/system-admin')
  await rename(remote, `${remote}-away`)
  const server = await startOwnServer(port, { webFolder: folder })
  try {
    await signIn(page)
    await page.goto('/#/systemManger/tenant')
    const failure = page.getByRole('alert').filter({ hasText: '“系统信息”模块未能加载' })
    const retry = failure.getByRole('button', { name: '重试' })
    await expect(failure).toContainText('HTTP 404')
    await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
    const refetched = page.waitForResponse((response) => response.url().includes('system-admin'))
    await retry.click()
    expect((await refetched).status()).toBe(404)
    await expect(failure).toBeVisible()

    await page.getByRole('link', { name: '返回首页' }).click()
    await expect(page.getByRole('heading', { name: /平台管理员/ })).toBeVisible()
    await page.goBack()
    await expect(failure).toBeVisible()

    await rename(`${remote}-away`, remote)
    await retry.click()
    await expect(page.getByRole('heading', { name: '租户管理' })).toBeVisible()
  } finally {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
})

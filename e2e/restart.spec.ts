import { freePort } from '../apps/server/test-support/free-port.ts'
import { startOwnServer } from './support/own-server.ts'
import { signIn } from './support/sessions.ts'
import { choose, openTenantDialog, openTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

const port = await freePort()
const baseURL = `http://127.0.0.1:${port}`

/** The browser reports the requests that reached no server. */
test.use({ as: 'nobody', expectedComplaints: [/Failed to load resource/], baseURL })

test('a server killed under an open page: the page shows it, and continues when the server is back', async ({
  page,
  afterPages,
}) => {
  const name = unique('重启医药')
  const server = await startOwnServer(port)
  afterPages(server.close)
  await signIn(page)
  await openTenants(page)
  const dialog = await openTenantDialog(page)
  await dialog.getByLabel('租户名称').fill(name)
  await dialog.getByLabel('简称').fill('重启')
  await choose(page, '类别', '申办方')

  await server.kill()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('请求失败')).toBeVisible()
  await expect(dialog.getByLabel('租户名称')).toHaveValue(name)

  await server.start()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('新增成功')).toBeVisible()
  await expect(rowOf(page, name)).toBeVisible()
})

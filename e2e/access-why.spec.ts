import { studyLinkSave, studyUserSave } from '@atrium/contract'
import type { Page } from '@playwright/test'
import { checkAccessibility } from './support/axe.ts'
import { addMembers, addProduct, addStudy } from './support/studies.ts'
import { addTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { addAdministrator } from './support/unblinding.ts'
import { unique } from './support/unique.ts'
import { signInWorker } from './support/workers.ts'

const step = (page: Page, rule: string) => page.getByRole('listitem').filter({ hasText: rule })

test('the explanation names each grant of access to a product, and the rule that rejects a screen', async ({
  api,
  page,
}) => {
  const [tenantId = ''] = await addTenants(api, unique('排查医药'))
  const administrator = await addAdministrator(api, tenantId, unique('管乙'))
  const [name, studyName] = [unique('查员'), unique('排查研究')]
  const tenantUserIds = await addMembers(api, tenantId, name)
  const studyId = await addStudy(api, tenantId, { name: studyName })
  const tenantUrlId = await addProduct(api, tenantId, 'edc')
  const studyUrlId = await api(studyLinkSave, { studyId, tenantUrlId })
  await administrator.api(studyUserSave, { studyUrlId, tenantUserIds, studySiteIds: [] })

  await signInWorker(page, administrator)
  await page.goto(`/#/software/accessReport?${new URLSearchParams({ keyWord: name })}`)
  await rowOf(page, studyName).getByRole('button', { name: '排查' }).click()
  await expect(page.getByRole('status').filter({ hasText: name })).toContainText('有权限')
  for (const text of ['已获授权', studyName, administrator.name, 'e2e'])
    await expect(step(page, '研究授权')).toContainText(text)
  await checkAccessibility(page)
  await page.reload()
  await expect(step(page, '租户域名')).toContainText('满足')

  await page.getByRole('combobox', { name: '页面、产品或操作' }).click()
  await page.keyboard.type('租户管理')
  await page.keyboard.press('Enter')
  const answer = page.getByRole('status').filter({ hasText: name })
  await expect(answer).toContainText('无权限')
  await expect(page).toHaveURL(/target=screen%3Atenant&|target=screen%3Atenant$/)
  await page.reload()
  await expect(step(page, '角色不包含该菜单')).toContainText('如何开通')
  await expect(step(page, '角色不包含该菜单')).toContainText('角色管理')
  await checkAccessibility(page)
})

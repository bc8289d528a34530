import { checkAccessibility } from './support/axe.ts'
import { expect, test } from './support/test.ts'

test('the help menu leads to the manuals of the user’s products', async ({ page }) => {
  await page.goto('/#/softIndex')
  await page.getByRole('button', { name: '帮助手册' }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(6)
  await page.getByRole('menuitem', { name: 'EDC' }).click()
  await expect(page).toHaveURL(/#\/helpEDC$/)
  await expect(page.getByRole('heading', { name: 'EDC', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/EDC/)
})

test.describe('a tenant administrator', () => {
  test.use({ as: 'tenantAdministrator' })
  test('finds the user centre’s manual, and the basic operations from there', async ({ page }) => {
    await page.goto('/#/softIndex')
    await page.getByRole('button', { name: '帮助手册' }).click()
    // `landing.spec.ts` tests the manuals of the user's products, which come after this one.
    await page.getByRole('menuitem', { name: '用户中心' }).click()
    await expect(page).toHaveURL(/#\/helpAccount$/)
    await page.getByRole('navigation', { name: '手册列表' }).getByRole('link', { name: '通用操作' }).click()
    await expect(page.getByRole('heading', { name: '通用操作', level: 1 })).toBeVisible()
  })
})

test('a manual shows its pictures, and its contents, links and URLs lead to sections', async ({ page }) => {
  await page.goto('/#/helpAccount')
  const pictures = page.getByRole('article').getByRole('img')
  await expect(pictures).toHaveCount(55)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }

  const contents = page.getByRole('navigation', { name: '目录' })
  await contents.getByRole('link', { name: '管理租户', exact: true }).click()
  await contents.getByRole('link', { name: '编辑租户', exact: true }).click()
  await expect(page).toHaveURL(/section=edit-tenant$/)
  await expect(page.getByRole('heading', { name: '编辑租户' }).first()).toBeInViewport()
  await page.goto('/#/helpAccount?section=timeout')
  await page.getByRole('article').getByRole('link', { name: '登录超时' }).click()
  await expect(page).toHaveURL(/#\/helpCommon\?section=timeout$/)
  await expect(page.getByRole('heading', { name: '登录超时' })).toBeInViewport()
  await page.goBack()
  await expect(page.getByRole('heading', { name: '填写时登录超时' })).toBeInViewport()
})

test('the contents highlight the section being read and list its subsections', async ({ page }) => {
  await page.goto('/#/helpAccount?section=invitation-result')
  const contents = page.getByRole('navigation', { name: '目录' })
  const present = contents.locator('[aria-current]')
  await expect(present).toHaveText('查看授权结果')
  await expect(present).toBeInViewport()
  await expect(contents.getByRole('link', { name: '新增租户', exact: true })).toHaveCount(0)
  await page.getByRole('heading', { name: '新增租户' }).evaluate((heading) => heading.scrollIntoView())
  await expect(present).toHaveText('新增租户')
  await expect(present).toBeInViewport()
})

test('the manuals of CTMS and eTMF open', async ({ page }) => {
  for (const [address, title] of [
    ['/#/helpCTMS', 'CTMS'],
    ['/#/helpETMF', 'eTMF'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  }
})

test('a manual is printed without the page around it', async ({ page }) => {
  await page.goto('/#/helpCommon')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation', { name: '目录' })).toBeHidden()
  const article = page.getByRole('article')
  await expect(article).toHaveCSS('color', 'rgb(0, 0, 0)')
  const { width = 0 } = (await article.boundingBox()) ?? {}
  expect(width).toBeGreaterThan(1000)
})

test('the search steps through its matches', async ({ page }) => {
  await page.goto('/#/helpCommon')
  const search = page.getByRole('search')
  const field = search.getByRole('textbox', { name: '在本页中查找' })
  await field.fill('单点')
  await expect(search).toContainText('没有找到')
  await field.fill('验证码')
  await expect(search).toContainText(/共 \d+ 处/)
  const count = Number(/共 (\d+) 处/.exec((await search.textContent()) ?? '')?.[1])
  expect(count).toBeGreaterThan(2)
  await field.press('Enter')
  await expect(search).toContainText('第 2 处')
  await field.press('Shift+Enter')
  await field.press('Shift+Enter')
  await expect(search).toContainText(`第 ${count} 处`)
  await expect(field).toBeInViewport()
  await field.press('Escape')
  await expect(field).toHaveValue('')
})

test.describe('a manual that fails to load', () => {
  test.use({ expectedComplaints: [/Failed to load resource/] })
  test('shows an error and is loaded again on request', async ({ page }) => {
    await page.route('**/manuals/zh/rtsm.md', (route) => route.abort())
    await page.goto('/#/helpRTSM')
    await expect(page.getByText('手册未能加载')).toBeVisible()
    await page.unroute('**/manuals/zh/rtsm.md')
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.getByRole('heading', { name: 'RTSM', level: 1 })).toBeVisible()
  })
})

for (const width of [1280, 390]) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height: 800 } })
    test('a manual is accessible and fits the screen', async ({ page }) => {
      await page.goto('/#/helpCommon')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await checkAccessibility(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
    })
  })
}

import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { linksOf } from './support/menus.ts'
import { readAccount, signIn } from './support/sessions.ts'
import { inboxUrl, suiteUrl } from './support/suite.ts'
import { rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { chooseAction } from './support/users.ts'

/*
 * Follows docs/tour.md step by step. Its numbers are tested on the server (demo/demonstration.test.ts), because other
 * tests add rows here.
 */

const tour = await readFile('docs/tour.md', 'utf8')

/**
 * Returns the instructions of the tour for a user: its menu paths, and a function that returns a text after checking
 * that the tour contains it.
 */
const instructionsFor = (userName: string) => {
  const section = tour.split(/^## /m).find((text) => text.split('\n')[0]?.endsWith(`: \`${userName}\``)) ?? ''
  const say = (words: string): string => {
    expect(section).toContain(words)
    return words
  }
  const places = [...section.matchAll(/\(([^()]+) → ([^()]+)\)/g)].map(([, group = '', entry = '']) => ({
    group,
    entry,
  }))
  return { say, places }
}

/** Opens screens by their names in the menu, and runs a function on each. */
const walk = async (
  page: Page,
  { places }: ReturnType<typeof instructionsFor>,
  doings: Readonly<Record<string, () => Promise<void>>>,
): Promise<void> => {
  expect(places.map(({ entry }) => entry)).toEqual(Object.keys(doings))
  for (const { group, entry } of places) {
    await linksOf(page, group).getByText(entry, { exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(entry)
    await doings[entry]?.()
  }
}

/** Searches a list, and waits until the URL contains the text: leaving earlier would lead back here. */
const search = async (page: Page, placeholder: string, text: string): Promise<void> => {
  await page.getByPlaceholder(placeholder).fill(text)
  await expect(page).toHaveURL(new RegExp(`=${encodeURIComponent(text)}(&|$)`))
}

const tenantName = '鹿鸣溪生物医药'
const study = 'LMX-101-02'

test('the platform’s administrator follows the tour', async ({ page }) => {
  const instructions = instructionsFor('admin')
  await page.goto('/#/systemManger/tenant')
  await walk(page, instructions, {
    租户管理: async () => {
      await search(page, '搜索名称、简称、编码或联系人', tenantName)
      await expect(rowOf(page, tenantName)).toBeVisible()
    },
    租户软件授权: async () => {
      await page.getByRole('combobox', { name: '租户' }).click()
      await page.keyboard.type(tenantName)
      await page.getByRole('option', { name: tenantName }).click()
      await expect(rowOf(page, 'CTMS').filter({ hasText: tenantName })).toContainText('即将到期')
    },
    邮件推送: async () => {
      const address = 'wen.zhixing@hospital.example'
      await search(page, '搜索收件人或主题', address)
      await expect(rowOf(page, address).filter({ hasText: '邀请您' })).toContainText('已送达')
      await page.getByPlaceholder('搜索收件人或主题').fill('')
      await expect(page).not.toHaveURL(/wen\.zhixing/)
      await page.getByRole('combobox', { name: instructions.say('是否送达') }).click()
      await page.getByRole('option', { name: '未送达' }).click()
      const failed = rowOf(page, '发送失败').filter({ hasText: '.example' }).first()
      await failed.getByRole('button', { name: instructions.say('日志') }).click()
      const log = page.getByRole('dialog', { name: '发送日志' })
      await expect(log.getByRole('list', { name: '发送记录' }).getByRole('listitem').first()).toBeVisible()
      await log.getByRole('button', { name: '关闭' }).last().click()
    },
    个人信息保护: async () => {
      await expect(page.getByRole('tab', { name: instructions.say('人员'), exact: true })).toBeVisible()
      await page.getByRole('tab', { name: instructions.say('化名申请') }).click()
      const waiting = rowOf(page, instructions.say('谭令月'))
      await expect(waiting.getByRole('button', { name: instructions.say('批准') })).toBeVisible()
      await expect(rowOf(page, '已化名').first()).toContainText(/P-[0-9A-Z]{10}/)
      await page.getByRole('tab', { name: instructions.say('法律留存') }).click()
      await expect(rowOf(page, '2026 法留 003')).toContainText('心脏脉冲电场消融系统临床试验')
    },
  })
})

test.describe('the tenant’s administrator', () => {
  test.use({ as: 'tenantAdministrator' })

  test('follows the tour', async ({ page }) => {
    const instructions = instructionsFor('lumingxi.admin')
    await page.goto('/#/tenantManager/syslist')
    await walk(page, instructions, {
      租户用户: async () => {
        await search(page, '搜索用户名', 'lumingxi.cra')
        await expect(rowOf(page, 'lumingxi.cra')).toContainText('临床监查员')
        await expect(page.getByText('共 1 条')).toBeVisible()
        await search(page, '搜索用户名', 'an.jianning')
        const auditor = rowOf(page, instructions.say('安建宁'))
        await chooseAction(auditor, instructions.say('延期'))
        const dialog = page.getByRole('dialog', { name: '延长有效期' })
        await dialog.getByRole('radio', { name: '长期有效' }).check()
        await dialog.getByRole('button', { name: '延期' }).click()
        await expect(auditor).toContainText('长期')
      },
      研究管理: async () => {
        await search(page, '搜索研究名称、编号或申办方', instructions.say(study))
        await expect(rowOf(page, study)).toContainText('非小细胞肺癌的 II 期研究')
      },
      研究中心: async () => {
        await search(page, '搜索研究名称、编号或申办方', study)
        await page.getByRole('button', { name: /非小细胞肺癌的 II 期研究/ }).click()
        await expect(page.getByText('共 12 条')).toBeVisible()
      },
      软件授权: async () => {
        await search(page, '搜索研究名称、编号、方案编号或申办方', 'LMX-')
        for (const product of [instructions.say('EDC'), 'RTSM', 'CTMS'])
          await expect(rowOf(page, study).getByRole('checkbox', { name: new RegExp(product) })).toBeChecked()
        const other = rowOf(page, 'LMX-101-01').getByRole('checkbox', {
          name: new RegExp(instructions.say('CTMS')),
        })
        await other.click()
        const dialog = page.getByRole('dialog')
        await expect(dialog.getByText('研究数量不足')).toBeVisible()
        await dialog.getByRole('button', { name: '取消' }).click()
        await expect(other).not.toBeChecked()
      },
      用户授权: async () => {
        await page.getByRole('textbox', { name: '搜索研究或中心的名称、编号' }).fill(study)
        await page.getByRole('treeitem', { name: /非小细胞肺癌的 II 期研究/ }).click()
        await expect(page.getByText(instructions.say('整个研究')).first()).toBeVisible()
        const next = instructions.say('用户预授权')
        await linksOf(page, '研究信息').getByText(next, { exact: true }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(next)
      },
      揭盲登记: async () => {
        await search(page, '搜索人员、研究名称或编号', '吕子衿')
        const waiting = rowOf(page, instructions.say('待批准'))
        await expect(waiting).toContainText(study)
        await expect(waiting.getByRole('button', { name: /^批准/ })).toBeVisible()
      },
      审计追踪: async () => {
        const extension = rowOf(page, instructions.say('租户用户延期')).filter({ hasText: '安建宁' })
        await extension.first().getByRole('button').click()
        const event = page.getByRole('dialog', { name: '操作记录' })
        const day = event.getByRole('row').filter({ hasText: instructions.say('结束日期') })
        await expect(day).toContainText(/\d{4}-\d\d-\d\d/)
        await expect(event.getByRole('heading', { name: instructions.say('封签') })).toBeVisible()
        await event.getByRole('button', { name: '关闭' }).last().click()
        await expect(page.getByRole('button', { name: instructions.say('导出') })).toBeVisible()
      },
      审计追踪复核: async () => {
        await expect(rowOf(page, 'LMX-101 II 期研究审计追踪复核')).toBeVisible()
      },
      访问一览: async () => {
        await page.getByRole('combobox', { name: '状态' }).click()
        await page.getByRole('option', { name: instructions.say('已结束'), exact: true }).click()
        await search(page, '姓名、用户名或邮箱', instructions.say('杨春晖'))
        await expect(rowOf(page, '杨春晖').first()).toContainText('已结束')
        for (const field of ['对比时间点', '时间点'])
          await expect(
            page.getByRole('textbox', { name: instructions.say(field), exact: true }),
          ).toBeVisible()
      },
      访问复核: async () => {
        await search(page, '姓名或用户名', instructions.say('金静姝'))
        const revoked = rowOf(page, '金静姝').first()
        await expect(revoked).toContainText(instructions.say('CTMS'))
        await expect(revoked).toContainText(instructions.say('撤销'))
        await expect(revoked).not.toContainText('执行中')
        await page.getByPlaceholder('姓名或用户名').fill('')
        await expect(page).not.toHaveURL(/%E9%87%91/)
        await expect(rowOf(page, instructions.say('保留')).first()).toBeVisible()
        await expect(page.getByRole('button', { name: instructions.say('确认保留') }).first()).toBeVisible()
      },
      电子签名: async () => {
        await page.getByRole('radio', { name: '使用本租户的设置' }).check()
        await expect(page.getByText(instructions.say('无需签名')).first()).toBeVisible()
        await page.getByRole('button', { name: '撤销修改' }).click()
      },
      检查室: async () => {
        await search(page, '检查机构或检查员', '沈自明')
        await expect(rowOf(page, '沈自明')).toContainText(instructions.say('已关闭'))
        await search(page, '检查机构或检查员', '何明谦')
        const inspection = rowOf(page, '何明谦')
        await expect(inspection).toContainText(study)
        for (const act of ['生成检查文件', '查阅记录'])
          await expect(inspection.getByRole('button', { name: instructions.say(act) })).toBeVisible()
        await inspection.getByRole('button', { name: '查阅记录' }).click()
        await expect(rowOf(page, '访问一览：导出')).toContainText('文件')
      },
    })
  })
})

test.describe('users of products', () => {
  test.use({ as: 'nobody' })

  /** Signs in as another user, who has no menus. */
  const comeAs = async (page: Page, userName: string): Promise<void> => {
    await page.goto('about:blank')
    await page.context().clearCookies()
    await page.context().addCookies([{ name: 'language', value: 'zh', url: suiteUrl }])
    await signIn(page, await readAccount(userName))
    await expect(page.getByRole('navigation', { name: '主菜单' })).toHaveCount(0)
  }

  const openProduct = async (page: Page, name: string, choice: string): Promise<void> => {
    await page.goto('/#/softIndex')
    await page.locator('.landing-card').filter({ hasText: name }).click()
    await page.locator('.choice').filter({ hasText: choice }).click()
    await expect(page).toHaveURL(new RegExp(`^${inboxUrl}/products/`))
  }

  test('follow the tour: EDC lets them in, and RTSM shows only what they may see', async ({ page }) => {
    const [cra, supply] = [instructionsFor('lumingxi.cra'), instructionsFor('lumingxi.supply')]
    await comeAs(page, 'lumingxi.cra')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(cra.say('江予安'))
    await expect(page.locator('.landing-card').filter({ hasText: /授权将于 .* 到期/ })).toHaveCount(1)
    await openProduct(page, cra.say('电子数据采集系统'), tenantName)
    await expect(page.getByRole('heading', { name: cra.say('江予安') })).toBeVisible()

    const opened = page.getByRole('article').filter({ hasText: cra.say(study) })
    const unblinded = [supply.say('药物编号'), supply.say('治疗组'), supply.say('库房')]
    await openProduct(page, cra.say('随机与药物供应管理系统'), study)
    await expect(opened.getByRole('cell', { name: '01-001' })).toBeVisible()
    await expect(opened).toContainText(cra.say('盲态'))
    const blindedPage = await page.content()
    for (const words of [/K\d{5}/, /试验药组|安慰剂组/, new RegExp(`<th[^>]*>(${unblinded.join('|')})`)])
      expect(blindedPage).not.toMatch(words)

    await comeAs(page, 'lumingxi.supply')
    await openProduct(page, 'RTSM', study)
    await expect(page.getByRole('heading', { name: supply.say('程以宁') })).toBeVisible()
    await expect(opened).toContainText(supply.say('非盲'))
    for (const words of unblinded) await expect(opened.getByText(words, { exact: true })).toBeVisible()
    await expect(
      opened.getByRole('row', { name: /^01-001 [\d-]{10} K\d{5} (试验药组|安慰剂组)$/ }),
    ).toBeVisible()
  })
})

import {
  domainList,
  domainSave,
  invitingStudies,
  softwareCodes,
  studyLinkSave,
  studyUserList,
  tenantCombobox,
} from '@atrium/contract'
import type { Locator, Page } from '@playwright/test'
import { type Api, apiOf } from './support/api.ts'
import { nextMessageTo } from './support/inbox.ts'
import { tabTo } from './support/keyboard.ts'
import { goBackAndStay, reloadAnyway } from './support/leaving.ts'
import {
  addMembers,
  addProduct,
  addressOf,
  addStudy,
  enrolSites,
  type Product,
  products,
} from './support/studies.ts'
import { addTenants, choose } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { approveUnblinding } from './support/unblinding.ts'
import { unique } from './support/unique.ts'

// Two of these tests let a page read the clipboard.
test.use({ newBrowser: true })

/** Adds a tenant with two users and a study with two sites, which uses all four products. */
const insertMembership = async (api: Api) => {
  const [tenantId = ''] = await addTenants(api, unique('预授权医药'))
  const studyName = unique('甲研究')
  const studyId = await addStudy(api, tenantId, { name: studyName })
  await enrolSites(api, tenantId, studyId, { name: unique('预授权医院'), count: 2 })
  for (const product of products)
    await api(studyLinkSave, { studyId, tenantUrlId: await addProduct(api, tenantId, product) })
  const names = [unique('一诺'), unique('二喜')]
  await addMembers(api, tenantId, ...names)
  return { tenantId, studyName, names }
}

/** Changes the URL of a domain to one whose product fails in some way; '' for one that works. */
const respondAs = async (api: Api, tenantId: string, product: Product, failing: string) => {
  const { list } = await api(domainList, { tenantId, softwareId: softwareCodes[product] })
  if (list[0]) await api(domainSave, { ...list[0], apiUrl: addressOf(product) + failing })
}

const open = async (page: Page, tenantId: string, product: Product, heading = '用户预授权') => {
  await page.goto(`/#/projectManager/authorization?tenantId=${tenantId}&softId=${softwareCodes[product]}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
}

/** Returns the selection table with this title. */
const card = (page: Page, title: string): Locator =>
  page.locator('.choice-table').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** Selects a row of a table by its position. */
const pick = (page: Page, title: string, position: number) =>
  card(page, title).getByRole('row').nth(position).locator('.selection-cell input').check()

const openDialog = (page: Page, name = '选择用户授权') => page.getByRole('button', { name }).click()

const says = (page: Page, message: string) =>
  expect(page.locator('.arco-message').getByText(message, { exact: true }).last()).toBeVisible()

/** Fills in the open dialog for one of the tenant's users and sends it, with the keyboard only. */
const inviteByKeyboard = async (page: Page, dialog: Locator, name: string): Promise<void> => {
  for (const [field, option] of [
    ['角色', '租户管理员'],
    ['用户类型', '申办方人员'],
  ] as const) {
    const select = await tabTo(page, dialog.getByRole('combobox', { name: field }))
    await page.keyboard.press('Enter')
    await page.keyboard.type(option)
    await expect(page.getByRole('option', { name: option, exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(select).toContainText(option)
  }
  await tabTo(page, dialog.getByRole('checkbox', { name: `选择 ${name}` }))
  await page.keyboard.press('Space')
  await tabTo(page, dialog.getByRole('button', { name: '授权并邀请' }))
  await page.keyboard.press('Enter')
}

/** Opens the dialog, fills it in for members of the tenant, and sends it. */
const invite = async (page: Page, addresses: string, names: readonly string[] = []): Promise<void> => {
  await openDialog(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: '角色' })).toContainText('租户成员')
  await choose(page, '用户类型', '申办方人员')
  await dialog.getByLabel('邮箱', { exact: true }).fill(addresses)
  for (const name of names) await dialog.getByRole('checkbox', { name: `选择 ${name}` }).check()
  await dialog.getByRole('button', { name: '授权并邀请' }).click()
}

/** Returns the dialog with the result. */
const resultOf = (page: Page): Locator => page.getByRole('dialog', { name: '授权结果' })

/** Checks the summary of the result: how many users have each state. */
const sums = (page: Page, summary: string) =>
  expect(resultOf(page).getByRole('heading', { level: 3 })).toHaveText(summary)

/** Checks the result's row of a user: name, state, reason. */
const saysOf = (page: Page, name: string | undefined, ...said: readonly string[]) =>
  expect(
    resultOf(page)
      .getByRole('listitem')
      .filter({ hasText: name ?? 'nobody' })
      .locator('span'),
  ).toHaveText([name ?? 'nobody', ...said])

const newAddress = () => `${unique('p')}@hospital.example`

test('users are authorized and invited in EDC, RTSM, CTMS and eTMF, and failed ones are retried', async ({
  page,
  api,
}) => {
  test.slow()
  const { tenantId, studyName, names } = await insertMembership(api)
  await open(page, tenantId, 'edc')
  await openDialog(page)
  await says(page, '请选择研究')
  await pick(page, '研究', 1)
  await openDialog(page)
  await says(page, '请选择中心')
  await pick(page, '中心', 1)
  await openDialog(page)
  await says(page, '请选择模块角色')
  await pick(page, '模块角色', 1)
  await pick(page, '模块角色', 2)
  await expect(card(page, '模块角色').getByText('已选 1 项')).toBeVisible()
  await openDialog(page)
  await says(page, '请选择研究角色')
  await card(page, '研究角色').getByPlaceholder('搜索研究角色').fill('监查员（CRA')
  const monitor = '临床监查员（CRA）'
  await card(page, '研究角色')
    .getByRole('checkbox', { name: `选择 ${monitor}` })
    .check()
  await openDialog(page)
  await says(page, `${monitor}：请选择环境`)
  await card(page, '研究角色')
    .getByRole('checkbox', { name: `${monitor}：UAT` })
    .check()

  await openDialog(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('邮箱', { exact: true }).fill('Bad@x.cn，ok@x.cn\nworse')
  await dialog.getByRole('button', { name: '授权并邀请' }).click()
  await expect(dialog.getByText('邮箱格式错误，请重新输入：Bad@x.cn, worse')).toBeVisible()
  await expect(dialog.getByText('请选择用户类型！')).toBeVisible()
  await dialog.getByLabel('邮箱', { exact: true }).fill('')
  await choose(page, '用户类型', '申办方人员')
  await dialog.getByRole('button', { name: '授权并邀请' }).click()
  await expect(dialog.getByText('请选择用户，或填写邮箱').first()).toBeVisible()
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃' }).click()
  await expect(dialog).toHaveCount(0)

  // The product rejects every second user until it is repaired below.
  await respondAs(api, tenantId, 'edc', '/half')
  const address = newAddress()
  await invite(page, address, names)
  await sums(page, '产品已拒绝 1 · 已发送 1 · 产品已接受 1')
  await saysOf(page, address, '已发送')
  await saysOf(page, names[0], '产品已接受')
  await saysOf(page, names[1], '产品已拒绝', '系统繁忙，请稍后重新发送')
  await expect(resultOf(page)).toContainText('产品已拒绝的授权未生效')
  await respondAs(api, tenantId, 'edc', '')
  await resultOf(page).getByRole('button', { name: '重试产品已拒绝的 1 人' }).click()
  await sums(page, '已发送 1 · 产品已接受 2')
  await saysOf(page, names[1], '产品已接受')
  await expect(resultOf(page).getByRole('button', { name: /重试/ })).toHaveCount(0)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await resultOf(page).getByRole('button', { name: '复制名单' }).click()
  await says(page, '已复制')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(address)
  await resultOf(page).getByRole('button', { name: '完成' }).click()
  await expect(page.getByText('尚未选择研究')).toBeVisible()
  expect((await nextMessageTo(address)).text).toContain('http')

  // RTSM: only the second project is sent.
  await page.getByRole('tab', { name: /RTSM/ }).click()
  await pick(page, '研究', 1)
  await openDialog(page)
  await says(page, '请至少在一个项目中选择角色，以及中心或库房')
  await page.getByRole('tab', { name: /UAT/ }).click()
  await expect(page.getByRole('radio', { name: '盲态', exact: true })).toBeChecked()
  await expect(page.getByText('盲态：该角色看不到受试者的治疗分组')).toBeVisible()
  await page.getByRole('radio', { name: '非盲', exact: true }).check()
  await expect(page.getByRole('alert').filter({ hasText: '非盲：该角色将看到' })).toBeVisible()
  await expect(page.getByText('盲态：该角色看不到受试者的治疗分组')).toHaveCount(0)
  await openDialog(page)
  await expect(page.locator('.arco-message').getByText(/UAT：请选择角色/)).toBeVisible()
  await pick(page, '角色', 1)
  await pick(page, '库房', 1)
  await openDialog(page)
  await expect(page.locator('.arco-message').getByText(/UAT：请填写揭盲理由/)).toBeVisible()
  const reason = page.getByRole('textbox', { name: '揭盲理由' })
  await reason.fill('负责药物供应')
  const unblinding = page.waitForRequest('**/study/iwrs')
  await invite(page, '', names.slice(1, 2))
  expect((await unblinding).postDataJSON().userRoleList).toMatchObject([
    { isBlind: 0, unblindingReason: '负责药物供应' },
  ])
  await saysOf(page, names[1], '等待批准', '非盲授权需另一位管理员在“揭盲登记”中批准后生效')
  expect(await approveUnblinding(api, tenantId)).toEqual(['accepted'])
  await resultOf(page).getByRole('button', { name: '完成' }).click()
  await expect(page.getByText('尚未选择研究')).toBeVisible()
  await pick(page, '研究', 1)
  await page.getByRole('tab', { name: /UAT/ }).click()
  await page.getByRole('radio', { name: '非盲', exact: true }).check()
  // A reason applies to one invitation only.
  await expect(reason).toHaveValue('')
  await page.getByRole('radio', { name: '盲态', exact: true }).check()
  await pick(page, '角色', 1)
  await pick(page, '库房', 1)
  const requested = page.waitForRequest('**/study/iwrs')
  await invite(page, '', names.slice(0, 1))
  const { userRoleList } = (await requested).postDataJSON()
  expect(userRoleList).toHaveLength(1)
  expect(userRoleList[0]).toMatchObject({ isBlind: 1, siteList: [], studyId: expect.any(String) })
  await saysOf(page, names[0], '产品已接受')
  await resultOf(page).getByRole('button', { name: '完成' }).click()

  for (const product of ['ctms', 'etmf'] as const) {
    await open(page, tenantId, product)
    await pick(page, '研究', 1)
    await card(page, '中心').locator('thead input').check()
    await openDialog(page)
    await says(page, '请选择租户角色')
    await pick(page, '租户角色', 1)
    await openDialog(page)
    await says(page, '请选择默认研究角色')
    await pick(page, '默认研究角色', 2)
    await pick(page, '默认研究角色', 1)
    await pick(page, '其他研究角色', 1)
    const sent = page.waitForRequest(`**/study/${product}`)
    await invite(page, '', names)
    expect((await sent).postDataJSON()).toMatchObject({ allSite: true, userStudyRoles: [{}] })
    await sums(page, '产品已接受 2')
    // The dialog takes the focus when it opens, so that keys reach it.
    await expect
      .poll(() => resultOf(page).evaluate((dialog) => dialog.contains(document.activeElement)))
      .toBe(true)
    await page.keyboard.press('Escape')
    await expect(resultOf(page)).toHaveCount(0)
  }

  // A product that is down causes an error, and can be asked for its roles again.
  await respondAs(api, tenantId, 'ctms', '/down')
  await open(page, tenantId, 'ctms')
  await pick(page, '研究', 1)
  await expect(page.locator('.error-state')).toContainText('未能从“临床试验管理系统（CTMS）”获取角色')
  await respondAs(api, tenantId, 'ctms', '')
  await page.getByRole('button', { name: '重试' }).click()
  await pick(page, '中心', 1)
  // The selection is not lost without a question, and a change of language keeps it.
  await page.getByRole('tab', { name: /EDC/ }).click()
  await page.getByRole('button', { name: '继续编辑' }).click()
  await expect(page.getByText(`${studyName}，已选 1 项`)).toBeVisible()
  await goBackAndStay(page)
  await page.getByRole('button', { name: /语言/ }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.getByText(`${studyName}: 1 chosen`)).toBeVisible()
  await page.getByRole('button', { name: /language/i }).click()
  await page.getByRole('menuitemradio', { name: '中文' }).click()
  await expect(page.getByText(`${studyName}，已选 1 项`)).toBeVisible()
  await reloadAnyway(page)
  await expect(page.getByRole('tab', { name: /CTMS/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('尚未选择研究')).toBeVisible()
  await pick(page, '研究', 1)
  await pick(page, '中心', 1)
  await page.getByRole('tab', { name: /EDC/ }).click()
  await page.getByRole('button', { name: '放弃' }).click()
  await expect(page).toHaveURL(new RegExp(`softId=${softwareCodes.edc}`))
  await page.reload()
  await expect(page.getByRole('tab', { name: /EDC/ })).toHaveAttribute('aria-selected', 'true')
})

test('the dialog waits for a slow product, then names users without a response, each of whom is delivered only once', async ({
  page,
  api,
}) => {
  test.slow()
  const { tenantId, names } = await insertMembership(api)
  await open(page, tenantId, 'edc')
  await pick(page, '研究', 1)
  await pick(page, '中心', 1)
  await pick(page, '模块角色', 1)
  await pick(page, '研究角色', 1)
  await card(page, '研究角色')
    .getByRole('row')
    .nth(1)
    .getByRole('checkbox', { name: /：UAT$/ })
    .check()
  await respondAs(api, tenantId, 'edc', '/slow')
  const address = newAddress()
  await invite(page, address, names)
  const dialog = page.getByRole('dialog', { name: '选择用户授权' })
  await expect(dialog.getByRole('status').getByText(/^正在保存并通知该软件/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: '授权并邀请' })).toHaveClass(/arco-btn-loading/)
  await expect(dialog.getByRole('button', { name: '取消' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()

  // Meanwhile another page loads the product's roles, which is just as slow.
  const other = await page.context().newPage()
  await open(other, tenantId, 'edc')
  await pick(other, '研究', 1)
  await expect(other.getByText('正在从“电子数据采集系统（EDC）”获取角色…')).toBeVisible()
  await expect(other.locator('.error-state')).toContainText('该系统在 15 秒内没有答复，请稍后再试', {
    timeout: 30_000,
  })
  await expect(other.getByRole('button', { name: '重试' })).toBeVisible()
  await other.close()

  // The suite saves and retries the authorizations: nothing is shown as failed, and no button sends them again.
  await sums(page, '等待产品确认 2 · 已发送 1')
  for (const name of names) await saysOf(page, name, '等待产品确认', '15 秒内没有答复')
  await saysOf(page, address, '已发送')
  await expect(resultOf(page)).toContainText('授权已保存，系统会自动重试，无需再次提交')
  await expect(resultOf(page).getByText(/失败|邀请成功/)).toHaveCount(0)
  await expect(resultOf(page).getByRole('button', { name: /重试/ })).toHaveCount(0)
  await respondAs(api, tenantId, 'edc', '')
  await resultOf(page).getByRole('button', { name: '完成' }).click()
  // The product had processed the first attempt already, and recognises the second one as a repetition. A notice of
  // changed access follows once Atrium knows that the grant is accepted.
  const received = async (kind: string) => {
    const shown = await (await fetch(`${addressOf('edc')}?language=zh`)).text()
    return shown.split('<article>').filter((call) => call.includes(`<span class="kind">${kind}</span>`))
  }
  const isNoticed = async (name: string) => (await received('权限变更')).some((call) => call.includes(name))
  for (const name of names) await expect.poll(() => isNoticed(name), { timeout: 90_000 }).toBe(true)
  const grants = await received('授权')
  for (const name of names) expect(grants.filter((call) => call.includes(name))).toHaveLength(1)
})

/** Chooses a CTMS study and everything that an invitation needs, and opens the dialog. */
const openCtmsDialog = async (page: Page, tenantId: string): Promise<Locator> => {
  await open(page, tenantId, 'ctms')
  for (const title of ['研究', '中心', '租户角色', '默认研究角色']) await pick(page, title, 1)
  await openDialog(page)
  return page.getByRole('dialog', { name: '选择用户授权' })
}

test('users keep what they have until the inviter confirms that it is replaced', async ({ page, api }) => {
  test.slow()
  const { tenantId, studyName, names } = await insertMembership(api)
  const [first = '', second = ''] = names
  /** Opens the dialog for EDC, with sites and roles by their position, and enters the recipients. */
  const prepare = async (sites: readonly number[], role: number, recipients: readonly string[]) => {
    await open(page, tenantId, 'edc')
    await pick(page, '研究', 1)
    for (const site of sites) await pick(page, '中心', site)
    await pick(page, '模块角色', 1)
    await card(page, '研究角色')
      .getByRole('row')
      .nth(role)
      .getByRole('checkbox', { name: /：UAT$/ })
      .check()
    await invite(page, '', recipients)
  }
  const finish = async () => {
    await resultOf(page).getByRole('button', { name: '完成' }).click()
    await expect(page.getByText('尚未选择研究')).toBeVisible()
  }
  await prepare([1, 2], 1, [first])
  await saysOf(page, first, '产品已接受')
  await finish()

  // The same again changes nothing, and asks nothing.
  await prepare([1, 2], 1, [first])
  await saysOf(page, first, '产品已接受')
  await finish()

  await prepare([1], 2, names)
  const question = page.getByRole('dialog', { name: '替换现有授权？' })
  const item = question.getByRole('listitem')
  await expect(item).toHaveCount(1)
  await expect(item.getByRole('heading')).toHaveText(first)
  await expect(item.getByRole('definition')).toHaveText([
    /^现有 .+、.+$/,
    /^替换为 [^、]+$/,
    /^现有 .+ \(UAT\)$/,
    /^替换为 .+ \(UAT\)$/,
  ])
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/save/study/edc')) sent += 1
  })
  // Back by keyboard: the form is still filled in.
  await expect(question.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  const dialog = page.getByRole('dialog', { name: '选择用户授权' })
  await expect(dialog.getByRole('checkbox', { name: `选择 ${first}` })).toBeChecked()
  expect(sent).toBe(0)

  const send = dialog.getByRole('button', { name: '授权并邀请' })
  await send.click()
  await question.getByRole('button', { name: '跳过这 1 人' }).click()
  await sums(page, '产品已接受 1')
  await saysOf(page, second, '产品已接受')
  await finish()

  await prepare([1], 2, [first])
  await expect(question.getByRole('button', { name: /^跳过/ })).toHaveCount(0)
  await tabTo(page, question.getByRole('button', { name: '替换 1 人的授权' }))
  await page.keyboard.press('Enter')
  await saysOf(page, first, '产品已接受')
  const [{ studyUrlId = '' } = {}] = (
    await api(invitingStudies, { tenantId, softId: softwareCodes.edc, keyWord: studyName })
  ).list
  const { list } = await api(studyUserList, { studyUrlId, keyWord: first })
  expect(list).toMatchObject([{ fullName: first, wholeStudy: false, siteCount: 1 }])
})

test('an invitation by e-mail asks for confirmation before it grants a role with menus', async ({
  page,
  api,
}) => {
  const { tenantId } = await insertMembership(api)
  const dialog = await openCtmsDialog(page, tenantId)
  const [one, two] = [newAddress(), newAddress()]
  await choose(page, '角色', '租户管理员')
  await choose(page, '用户类型', '申办方人员')
  await dialog.getByLabel('邮箱', { exact: true }).fill(`${one}, ${two}`)
  const send = dialog.getByRole('button', { name: '授权并邀请' })
  const question = page.locator('.dialog-confirm')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/study/ctms')) sent += 1
  })

  await send.click()
  await expect(question).toContainText('授予角色“租户管理员”？')
  await expect(question).toContainText('2 个邮箱')
  await expect(question).toContainText('租户用户')
  await expect(question).toContainText('用户预授权')
  await question.getByRole('button', { name: '取消' }).click()
  await expect(question).toHaveCount(0)
  expect(sent).toBe(0)

  await send.click()
  await question.getByRole('button', { name: '确认授予并邀请' }).click()
  await sums(page, '已发送 2')
  await saysOf(page, one, '已发送')
  expect(sent).toBe(1)
})

test('an invitation by e-mail with the member role, or of existing users only, asks for no confirmation', async ({
  page,
  api,
}) => {
  const { tenantId, names } = await insertMembership(api)
  const address = newAddress()
  const members = await openCtmsDialog(page, tenantId)
  await choose(page, '用户类型', '申办方人员')
  await members.getByLabel('邮箱', { exact: true }).fill(address)
  await members.getByRole('button', { name: '授权并邀请' }).click()
  await saysOf(page, address, '已发送')
  await resultOf(page).getByRole('button', { name: '完成' }).click()
  await expect(page.getByText('尚未选择研究')).toBeVisible()

  const present = await openCtmsDialog(page, tenantId)
  await choose(page, '角色', '租户管理员')
  await choose(page, '用户类型', '申办方人员')
  await present.getByRole('checkbox', { name: `选择 ${names[0]}` }).check()
  await present.getByRole('button', { name: '授权并邀请' }).click()
  await sums(page, '产品已接受 1')
})

test('each of the four products’ invitations works without a mouse', async ({ page, api }) => {
  test.slow()
  const { tenantId, names } = await insertMembership(api)
  const name = names[0] ?? 'nobody'
  /** Selects the first row of a table. */
  const choose = async (title: string) => {
    await tabTo(page, card(page, title).locator('tbody .selection-cell input').first())
    await page.keyboard.press('Space')
  }
  const ofTrial = async () => {
    for (const title of ['中心', '租户角色', '默认研究角色']) await choose(title)
  }
  const choices: Readonly<Record<Product, () => Promise<void>>> = {
    edc: async () => {
      for (const title of ['中心', '模块角色']) await choose(title)
      await tabTo(
        page,
        card(page, '研究角色')
          .getByRole('checkbox', { name: /：UAT$/ })
          .first(),
      )
      await page.keyboard.press('Space')
    },
    rtsm: async () => {
      await expect(page.getByRole('tab', { name: /UAT/ })).toBeVisible()
      await tabTo(page, page.getByRole('tab', { selected: true }).last())
      await page.keyboard.press('ArrowRight')
      await choose('角色')
      await tabTo(page, page.getByRole('radio', { name: '盲态', exact: true }))
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('radio', { name: '非盲', exact: true })).toBeChecked()
      await tabTo(page, page.getByRole('textbox', { name: '揭盲理由' }))
      await page.keyboard.type('负责药物供应')
      await choose('中心')
    },
    ctms: ofTrial,
    etmf: ofTrial,
  }
  for (const product of products) {
    await open(page, tenantId, product)
    await page.getByRole('tab', { selected: true }).first().focus()
    await choose('研究')
    await choices[product]()
    await tabTo(page, page.getByRole('button', { name: '选择用户授权' }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: '选择用户授权' })
    await expect(dialog.getByRole('combobox', { name: '角色' })).toBeVisible()
    // The dialog is the same for all four products, so it is filled in only once.
    if (product !== 'edc') {
      // Once the dialog has the focus, it receives the keys.
      await expect(dialog.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await reloadAnyway(page)
      continue
    }
    await inviteByKeyboard(page, dialog, name)
    await saysOf(page, name, '产品已接受')
    await expect(resultOf(page).getByRole('button', { name: '复制名单' })).toBeVisible()
    await expect
      .poll(() => resultOf(page).evaluate((dialog) => dialog.contains(document.activeElement)))
      .toBe(true)
    await page.keyboard.press('Escape')
    await expect(resultOf(page)).toHaveCount(0)
  }
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('users are invited, and the result is shown with counts, copied, and retried', async ({
    page,
    api,
  }) => {
    const { tenantId, names } = await insertMembership(api)
    await respondAs(api, tenantId, 'ctms', '/half')
    await open(page, tenantId, 'ctms', 'User pre-authorization')
    await pick(page, 'Study', 1)
    for (const title of ['Sites', 'Tenant role', 'Default study role']) await pick(page, title, 1)
    await openDialog(page, 'Select user authorization')
    const dialog = page.getByRole('dialog', { name: 'Select user authorization' })
    const send = dialog.getByRole('button', { name: 'Authorize and invite' })
    await dialog.getByLabel('E-mail addresses', { exact: true }).fill('Bad@x.cn; ok@x.cn')
    await send.click()
    await expect(dialog.getByText('E-mail format error, please re-enter: Bad@x.cn')).toBeVisible()
    await expect(dialog.getByText(/select user type/i).first()).toBeVisible()
    await expect(dialog.getByRole('combobox', { name: 'Role' })).toContainText('Tenant member')
    await choose(page, 'User type', 'Sponsor staff')
    const address = newAddress()
    await dialog.getByLabel('E-mail addresses', { exact: true }).fill(address)
    for (const name of names) await dialog.getByRole('checkbox', { name: `Select ${name}` }).check()
    await send.click()
    const result = page.getByRole('dialog', { name: 'Result' })
    await expect(result.getByRole('heading', { level: 3 })).toHaveText(
      'Refused by the product 1 · Sent 1 · Accepted by the product 1',
    )
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await result.getByRole('button', { name: 'Copy the list' }).click()
    await says(page, 'Copied')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.split('\n')).toEqual([
      'Refused by the product 1 · Sent 1 · Accepted by the product 1',
      expect.stringMatching(new RegExp(`^${names[1]}: Refused by the product \\(.+\\)$`)),
      `${address}: Sent`,
      `${names[0]}: Accepted by the product`,
    ])
    await respondAs(api, tenantId, 'ctms', '')
    await result.getByRole('button', { name: 'Retry 1 refused' }).click()
    await expect(result.getByRole('heading', { level: 3 })).toHaveText('Sent 1 · Accepted by the product 2')
    await result.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('No study chosen yet')).toBeVisible()
    expect((await nextMessageTo(address)).text).toContain('http')
  })
})

test.describe('as a tenant’s administrator, in English', () => {
  test.use({ as: 'tenantAdministrator', language: 'en' })

  test('the products of the own tenant supply roles, which have English names', async ({
    page,
    sessionOf,
  }) => {
    const own = apiOf((await sessionOf('tenantAdministrator')).key)
    const [first] = await own(tenantCombobox, { menu: 'authorization' })
    await open(page, first?.code ?? '', 'edc', 'User pre-authorization')
    await pick(page, 'Study', 1)
    await expect(
      card(page, 'Module role').getByRole('cell', { name: 'Standard user', exact: true }),
    ).toBeVisible()
    await expect(
      card(page, 'Study roles').getByRole('columnheader', { name: 'Training' }).first(),
    ).toBeVisible()
    await openDialog(page, 'Select user authorization')
    await says(page, 'Select a site')
    await page.keyboard.press('Tab')
    await page.getByRole('tab', { name: /EDC/ }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(new RegExp(`softId=${softwareCodes.rtsm}`))
    await expect(page.getByText('No study chosen yet')).toBeVisible()
  })
})

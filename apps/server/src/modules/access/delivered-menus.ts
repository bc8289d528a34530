import {
  foldText,
  isForTenants,
  type MenuCode,
  type RouteName,
  rootMenuId,
  routeTable,
} from '@atrium/contract'
import { deliverOnce } from '../../platform/database/product-data.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { tenantAdministrator } from './delivered-roles.ts'

/** A menu entry or group that ships with the product. Its id equals its code. */
export interface DeliveredMenu {
  readonly code: MenuCode
  /** Group of an entry. Groups themselves have none. */
  readonly group?: MenuCode
  readonly name: string
  readonly nameEn: string
  /** Order among siblings. Gaps leave room for menus that administrators add. */
  readonly seq: number
  /** Route that an entry opens. For a group, the path prefix of its entries, which is not a page itself. */
  readonly url: string
  /** Component name of the Arco icon. */
  readonly icon: string
  /** Whether the tenant administrators' role includes this menu when it is delivered. */
  readonly forTenants: boolean
  /**
   * Number of the delivery that adds this menu. A delivery runs once per database, so menus that an administrator
   * renamed, moved or deleted later stay that way. A new menu gets the next number.
   */
  readonly delivery: number
}

/** A delivered menu as listed below. `isForTenants` in the contract decides whether tenant roles may include it. */
type Delivered = Omit<DeliveredMenu, 'group' | 'url' | 'forTenants'>

/** Builds a group. Its URL is the path prefix of its entries, not a page. */
const group = (menu: Delivered, url: string): DeliveredMenu => ({
  ...menu,
  url,
  forTenants: isForTenants(menu.code),
})

/** Builds the entries of a group. The route table provides their URLs. */
const entriesOf = (
  code: MenuCode,
  entries: readonly (Delivered & { readonly code: RouteName })[],
): readonly DeliveredMenu[] =>
  entries.map((menu) => ({
    ...menu,
    group: code,
    url: routeTable[menu.code].path,
    forTenants: isForTenants(menu.code),
  }))

const groups: readonly DeliveredMenu[] = [
  group(
    {
      code: 'systemManger',
      name: '系统信息',
      nameEn: 'System information',
      seq: 10,
      icon: 'IconApps',
      delivery: 1,
    },
    '/systemManger',
  ),
  group(
    {
      code: 'tenantManager',
      name: '租户信息',
      nameEn: 'Tenant information',
      seq: 20,
      icon: 'IconUserGroup',
      delivery: 1,
    },
    '/tenantManager',
  ),
  group(
    {
      code: 'projectManager',
      name: '研究信息',
      nameEn: 'Study information',
      seq: 30,
      icon: 'IconExperiment',
      delivery: 1,
    },
    '/projectManager',
  ),
  group(
    {
      code: 'software',
      name: '软件信息',
      nameEn: 'Software information',
      seq: 40,
      icon: 'IconDesktop',
      delivery: 1,
    },
    '/software',
  ),
  group(
    {
      code: 'securityPolicy',
      name: '安全策略',
      nameEn: 'Security policy',
      seq: 50,
      icon: 'IconSafe',
      delivery: 1,
    },
    '/software',
  ),
  group(
    { code: 'base', name: '基础模块', nameEn: 'Basic modules', seq: 60, icon: 'IconStorage', delivery: 1 },
    '/base',
  ),
  group(
    {
      code: 'setting',
      name: '菜单设置',
      nameEn: 'Menu settings',
      seq: 70,
      icon: 'IconSettings',
      delivery: 1,
    },
    '/setting',
  ),
]

/** Menus that ship with the product, groups before their entries. */
export const deliveredMenus: readonly DeliveredMenu[] = [
  ...groups,
  ...entriesOf('systemManger', [
    {
      code: 'dictionary',
      name: '数据字典',
      nameEn: 'Data dictionary',
      seq: 10,
      icon: 'IconBook',
      delivery: 1,
    },
    { code: 'tenant', name: '租户管理', nameEn: 'Tenants', seq: 20, icon: 'IconHome', delivery: 1 },
    { code: 'eare', name: '区域管理', nameEn: 'Regions', seq: 30, icon: 'IconPublic', delivery: 2 },
    { code: 'site', name: '中心管理', nameEn: 'Sites', seq: 40, icon: 'IconLocation', delivery: 2 },
    { code: 'user', name: '用户管理', nameEn: 'Users', seq: 50, icon: 'IconUser', delivery: 2 },
    { code: 'holiday', name: '节假日管理', nameEn: 'Holidays', seq: 60, icon: 'IconCalendar', delivery: 2 },
  ]),
  ...entriesOf('tenantManager', [
    {
      code: 'syslist',
      name: '系统列表',
      nameEn: 'System list',
      seq: 10,
      icon: 'IconDesktop',
      delivery: 4,
    },
    {
      code: 'tenantSite',
      name: '租户中心',
      nameEn: 'Tenant sites',
      seq: 20,
      icon: 'IconLocation',
      delivery: 4,
    },
    { code: 'tenantPin', name: 'PIN 码设置', nameEn: 'PIN settings', seq: 30, icon: 'IconLock', delivery: 4 },
    {
      code: 'tenantUser',
      name: '租户用户',
      nameEn: 'Tenant users',
      seq: 40,
      icon: 'IconUserGroup',
      delivery: 4,
    },
    {
      code: 'tenantPorject',
      name: '研究管理',
      nameEn: 'Studies',
      seq: 50,
      icon: 'IconExperiment',
      delivery: 4,
    },
    {
      code: 'userDepartment',
      name: '用户部门',
      nameEn: 'User departments',
      seq: 60,
      icon: 'IconIdcard',
      delivery: 4,
    },
    {
      code: 'department',
      name: '部门管理',
      nameEn: 'Departments',
      seq: 70,
      icon: 'IconHome',
      delivery: 4,
    },
    {
      code: 'tenantRelease',
      name: '模块版本',
      nameEn: 'Releases',
      seq: 80,
      icon: 'IconTags',
      delivery: 6,
    },
  ]),
  ...entriesOf('projectManager', [
    {
      code: 'projectSite',
      name: '研究中心',
      nameEn: 'Study sites',
      seq: 10,
      icon: 'IconLocation',
      delivery: 5,
    },
    {
      code: 'softAllowed',
      name: '软件授权',
      nameEn: 'Study software',
      seq: 20,
      icon: 'IconApps',
      delivery: 5,
    },
    {
      code: 'userAllowed',
      name: '用户授权',
      nameEn: 'User authorization',
      seq: 30,
      icon: 'IconUserGroup',
      delivery: 5,
    },
    {
      code: 'authorization',
      name: '用户预授权',
      nameEn: 'User pre-authorization',
      seq: 40,
      icon: 'IconUserAdd',
      delivery: 5,
    },
    {
      code: 'accessRequest',
      name: '访问申请',
      nameEn: 'Access requests',
      seq: 50,
      icon: 'IconMessage',
      delivery: 15,
    },
    {
      code: 'training',
      name: '培训管理',
      nameEn: 'Trainings',
      seq: 60,
      icon: 'IconBook',
      delivery: 17,
    },
  ]),
  ...entriesOf('software', [
    {
      code: 'softwareManger',
      name: '软件管理',
      nameEn: 'Software',
      seq: 10,
      icon: 'IconDesktop',
      delivery: 3,
    },
    { code: 'urlSet', name: '租户域名', nameEn: 'Tenant domains', seq: 20, icon: 'IconLink', delivery: 3 },
    {
      code: 'tenantsoft',
      name: '租户软件授权',
      nameEn: 'Tenant licences',
      seq: 30,
      icon: 'IconSafe',
      delivery: 3,
    },
  ]),
  ...entriesOf('securityPolicy', [
    {
      code: 'safeStrategyManage',
      name: '安全策略管理',
      nameEn: 'Security strategy',
      seq: 10,
      icon: 'IconLock',
      delivery: 3,
    },
    {
      code: 'unblinding',
      name: '揭盲登记',
      nameEn: 'Unblinding register',
      seq: 20,
      icon: 'IconStamp',
      delivery: 8,
    },
    {
      code: 'duties',
      name: '职责分离',
      nameEn: 'Separation of duties',
      seq: 30,
      icon: 'IconBranch',
      delivery: 8,
    },
    {
      code: 'auditTrail',
      name: '审计追踪',
      nameEn: 'Audit trail',
      seq: 40,
      icon: 'IconHistory',
      delivery: 9,
    },
    {
      code: 'accessReport',
      name: '访问一览',
      nameEn: 'Access',
      seq: 45,
      icon: 'IconUserGroup',
      delivery: 11,
    },
    {
      code: 'accessReviews',
      name: '访问复核',
      nameEn: 'Access reviews',
      seq: 47,
      icon: 'IconCheckCircle',
      delivery: 13,
    },
    {
      code: 'accessWhy',
      name: '权限排查',
      nameEn: 'Why and why not',
      seq: 46,
      icon: 'IconQuestionCircle',
      delivery: 14,
    },
    {
      code: 'privacy',
      name: '个人信息保护',
      nameEn: 'Privacy',
      seq: 48,
      icon: 'IconLock',
      delivery: 18,
    },
    {
      code: 'changeReasons',
      name: '变更原因',
      nameEn: 'Reasons for change',
      seq: 50,
      icon: 'IconPen',
      delivery: 10,
    },
    {
      code: 'signatures',
      name: '电子签名',
      nameEn: 'Electronic signatures',
      seq: 60,
      icon: 'IconIdcard',
      delivery: 12,
    },
    {
      code: 'trailReviews',
      name: '审计追踪复核',
      nameEn: 'Audit trail reviews',
      seq: 42,
      icon: 'IconCheckCircle',
      delivery: 16,
    },
    {
      code: 'inspections',
      name: '检查室',
      nameEn: 'Inspections',
      seq: 46,
      icon: 'IconEye',
      delivery: 19,
    },
  ]),
  ...entriesOf('base', [
    { code: 'sms', name: '短信推送', nameEn: 'SMS', seq: 10, icon: 'IconMessage', delivery: 3 },
    { code: 'email', name: '邮件推送', nameEn: 'E-mail', seq: 20, icon: 'IconEmail', delivery: 3 },
    { code: 'file', name: '文件管理', nameEn: 'Files', seq: 30, icon: 'IconFile', delivery: 3 },
    { code: 'task', name: '任务调度', nameEn: 'Jobs', seq: 40, icon: 'IconSchedule', delivery: 3 },
  ]),
  ...entriesOf('setting', [
    { code: 'role', name: '角色管理', nameEn: 'Roles', seq: 10, icon: 'IconIdcard', delivery: 2 },
    { code: 'menu', name: '菜单管理', nameEn: 'Menus', seq: 20, icon: 'IconList', delivery: 2 },
    { code: 'module', name: '模块管理', nameEn: 'Modules', seq: 30, icon: 'IconCommon', delivery: 6 },
    {
      code: 'operations',
      name: '运维',
      nameEn: 'Operations',
      seq: 40,
      icon: 'IconDashboard',
      delivery: 7,
    },
  ]),
]

const toRow = ({ code, group, name, nameEn, seq, url, icon }: DeliveredMenu) => ({
  id: code,
  code,
  parentId: group ?? rootMenuId,
  name,
  nameEn,
  seq,
  url,
  icon,
  resourceType: group ? 'menu' : 'group',
})

const siblingKey = (parentId: string, name: string) => `${parentId} ${foldText(name)}`

/**
 * Returns the menus and any of their groups that an administrator has deleted. Without its group an entry would be
 * invisible.
 */
const withGroups = (
  menus: readonly DeliveredMenu[],
  tree: readonly DeliveredMenu[],
  present: ReadonlySet<string>,
) => {
  const wanted = new Set(menus.map(({ group }) => group))
  const groups = tree.filter(({ code }) => wanted.has(code) && !present.has(code))
  return [...new Set([...groups, ...menus])]
}

/** Adds menus. If a sibling added by an administrator already has the name, appends the code to the delivered name. */
const add = async (
  trx: Trx,
  menus: readonly DeliveredMenu[],
  tree: readonly DeliveredMenu[],
): Promise<void> => {
  const rows = await trx.selectFrom('menu').select(['id', 'parentId', 'name']).execute()
  const taken = new Set(rows.map(({ parentId, name }) => siblingKey(parentId, name)))
  const named = (row: ReturnType<typeof toRow>) =>
    taken.has(siblingKey(row.parentId, row.name)) ? { ...row, name: `${row.name} ${row.code}` } : row
  await trx
    .insertInto('menu')
    .values(
      withGroups(menus, tree, new Set(rows.map(({ id }) => id)))
        .map(toRow)
        .map(named),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

const write = async (
  trx: Trx,
  menus: readonly DeliveredMenu[],
  tree: readonly DeliveredMenu[],
): Promise<void> => {
  await add(trx, menus, tree)
  const held = menus.filter(({ forTenants }) => forTenants)
  if (held.length === 0) return
  await trx
    .insertInto('roleMenu')
    .values(held.map(({ code }) => ({ roleId: tenantAdministrator.id, menuId: code })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Runs every menu delivery that this database has not received yet. Needs the seeded roles. */
export const deliverMenus = async (
  trx: Trx,
  tree: readonly DeliveredMenu[] = deliveredMenus,
): Promise<void> => {
  const deliveries = Map.groupBy(tree, ({ delivery }) => delivery)
  for (const [number, menus] of [...deliveries].sort(([one], [other]) => one - other))
    await deliverOnce(trx, { name: `menus ${number}`, version: 1 }, () => write(trx, menus, tree))
}

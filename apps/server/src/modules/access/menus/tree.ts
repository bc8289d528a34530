import { isForTenants, type MenuCode, type RouteName, routeTable } from '@atrium/contract'
import type { SeededMenu } from './seeded-menu.ts'

/** What is said of a delivered menu; the contract knows who may hold it. */
type Delivered = Omit<SeededMenu, 'group' | 'url' | 'forTenants'>

/** A group: its address is the beginning of those of its entries, and no page. */
const group = (menu: Delivered, url: string): SeededMenu => ({
  ...menu,
  url,
  forTenants: isForTenants(menu.code),
})

/** The entries of a group, each at the address that the route table has for its code. */
const entriesOf = (
  code: MenuCode,
  entries: readonly (Delivered & { readonly code: RouteName })[],
): readonly SeededMenu[] =>
  entries.map((menu) => ({
    ...menu,
    group: code,
    url: routeTable[menu.code].path,
    forTenants: isForTenants(menu.code),
  }))

const groups: readonly SeededMenu[] = [
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

/** The product's menus, groups before their entries. */
export const menuTree: readonly SeededMenu[] = [
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
  ...entriesOf('setting', [
    { code: 'role', name: '角色管理', nameEn: 'Roles', seq: 10, icon: 'IconIdcard', delivery: 2 },
    { code: 'menu', name: '菜单管理', nameEn: 'Menus', seq: 20, icon: 'IconList', delivery: 2 },
  ]),
]

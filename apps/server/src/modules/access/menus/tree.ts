import type { SeededMenu } from './seeded-menu.ts'

const groups: readonly SeededMenu[] = [
  {
    code: 'systemManger',
    name: '系统信息',
    nameEn: 'System information',
    seq: 10,
    icon: 'IconApps',
    forTenants: true,
    delivery: 1,
  },
  {
    code: 'tenantManager',
    name: '租户信息',
    nameEn: 'Tenant information',
    seq: 20,
    icon: 'IconUserGroup',
    forTenants: true,
    delivery: 1,
  },
  {
    code: 'projectManager',
    name: '研究信息',
    nameEn: 'Study information',
    seq: 30,
    icon: 'IconExperiment',
    forTenants: true,
    delivery: 1,
  },
  {
    code: 'software',
    name: '软件信息',
    nameEn: 'Software information',
    seq: 40,
    icon: 'IconDesktop',
    forTenants: false,
    delivery: 1,
  },
  {
    code: 'securityPolicy',
    name: '安全策略',
    nameEn: 'Security policy',
    seq: 50,
    icon: 'IconSafe',
    forTenants: false,
    delivery: 1,
  },
  {
    code: 'base',
    name: '基础模块',
    nameEn: 'Basic modules',
    seq: 60,
    icon: 'IconStorage',
    forTenants: false,
    delivery: 1,
  },
  {
    code: 'setting',
    name: '菜单设置',
    nameEn: 'Menu settings',
    seq: 70,
    icon: 'IconSettings',
    forTenants: false,
    delivery: 1,
  },
]

const systemInformation: readonly SeededMenu[] = [
  {
    code: 'dictionary',
    group: 'systemManger',
    name: '数据字典',
    nameEn: 'Data dictionary',
    seq: 10,
    url: '/systemManger/dictionary',
    icon: 'IconBook',
    forTenants: true,
    delivery: 1,
  },
  {
    code: 'tenant',
    group: 'systemManger',
    name: '租户管理',
    nameEn: 'Tenants',
    seq: 20,
    url: '/systemManger/tenant',
    icon: 'IconHome',
    forTenants: false,
    delivery: 1,
  },
]

/** The product's menus, groups before their entries. */
export const menuTree: readonly SeededMenu[] = [...groups, ...systemInformation]

/** A route of the suite. */
export interface SuiteRoute {
  readonly path: `/${string}`
  /** Accessible without a session. */
  readonly public?: true
  /** Accessible to every signed-in user, even without its menu. Its calls decide what each user gets. */
  readonly withoutMenu?: true
}

/** Every route of the suite by name. Other systems rely on the paths, odd spellings included. */
export const routeTable = {
  root: { path: '/' },
  softIndex: { path: '/softIndex' },
  tenantListEDC: { path: '/tenantListEDC' },
  projectListRTSM: { path: '/projectListRTSM' },
  helpCommon: { path: '/helpCommon' },
  helpAccount: { path: '/helpAccount' },
  helpEDC: { path: '/helpEDC' },
  helpRTSM: { path: '/helpRTSM' },
  helpCTMS: { path: '/helpCTMS' },
  helpETMF: { path: '/helpETMF' },

  signIn: { path: '/signIn', public: true },
  signInIndex: { path: '/signIn/index', public: true },
  getBackPwd: { path: '/signIn/getBackPwd', public: true },
  modifyPwd: { path: '/signIn/modifyPwd', public: true },
  login: { path: '/login', public: true },
  forget: { path: '/forget', public: true },
  checkEmail: { path: '/checkEmail', public: true },
  register: { path: '/register', public: true },

  index: { path: '/index' },
  dictionary: { path: '/systemManger/dictionary' },
  tenant: { path: '/systemManger/tenant' },
  eare: { path: '/systemManger/eare' },
  site: { path: '/systemManger/site' },
  user: { path: '/systemManger/user' },
  holiday: { path: '/systemManger/holiday' },
  tenantSite: { path: '/tenantManager/tenantSite' },
  tenantPin: { path: '/tenantManager/tenantPin' },
  tenantUser: { path: '/tenantManager/tenantUser' },
  tenantPorject: { path: '/tenantManager/tenantPorject' },
  userDepartment: { path: '/tenantManager/userDepartment' },
  department: { path: '/tenantManager/department' },
  syslist: { path: '/tenantManager/syslist' },
  tenantRelease: { path: '/tenantManager/tenantRelease' },
  projectSite: { path: '/projectManager/projectSite' },
  softAllowed: { path: '/projectManager/softAllowed' },
  userAllowed: { path: '/projectManager/userAllowed' },
  authorization: { path: '/projectManager/authorization' },
  accessRequest: { path: '/projectManager/accessRequest' },
  training: { path: '/projectManager/training' },
  softwareManger: { path: '/software/softwareManger' },
  urlSet: { path: '/software/urlSet' },
  tenantsoft: { path: '/software/tenantsoft' },
  safeStrategyManage: { path: '/software/safeStrategyManage' },
  unblinding: { path: '/software/unblinding' },
  duties: { path: '/software/duties' },
  auditTrail: { path: '/software/auditTrail' },
  changeReasons: { path: '/software/changeReasons' },
  accessReport: { path: '/software/accessReport' },
  signatures: { path: '/software/signatures' },
  accessReviews: { path: '/software/accessReviews', withoutMenu: true },
  trailReviews: { path: '/software/trailReviews' },
  inspections: { path: '/software/inspections' },
  accessWhy: { path: '/software/accessWhy' },
  privacy: { path: '/software/privacy' },
  sms: { path: '/base/sms' },
  email: { path: '/base/email' },
  file: { path: '/base/file' },
  task: { path: '/base/task' },
  role: { path: '/setting/role' },
  menu: { path: '/setting/menu' },
  module: { path: '/setting/module' },
  operations: { path: '/setting/operations' },
} as const satisfies Record<string, SuiteRoute>

export type RouteName = keyof typeof routeTable

/** Returns whether every signed-in user can open a route, even without its menu. */
export const opensWithoutMenu = (name: string): boolean => {
  const route: SuiteRoute | undefined = routeTable[name as RouteName]
  return route?.withoutMenu === true
}

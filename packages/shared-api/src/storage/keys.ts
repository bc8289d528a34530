/** Names under which the browser keeps things; cookies where the server's first page depends on them. */
export const storageKeys = {
  /** Cookie: the session, as encoded JSON. */
  session: 'usercache',
  /** Cookie: zh or en. */
  language: 'language',
  /** Whether that language is the profile's of who signed in here. */
  languageSource: 'atrium.languageSource',
  /** Cookie: light, dark or auto. */
  theme: 'theme',
  /** The user name of the last sign-in. */
  loginName: 'atrium.loginName',
  /** How the user signed in last: password, phone or sso. */
  loginType: 'atrium.loginType',
  /** How many sign-ins failed in a row. */
  failedSignIns: 'atrium.failedSignIns',
  /** For what and when one-time codes were last sent from this tab. */
  codesSent: 'atrium.codesSent',
  /** Which reset of a password this tab has finished. */
  finishedReset: 'atrium.finishedReset',
  /** Marks a window that was opened for single sign-on alone. */
  ssoWindow: 'atrium.ssoWindow',
  /** The address to come back to after signing in again. */
  returnTo: 'atrium.returnTo',
  /** What a person chose for a list; the person's id and the list's name stand behind it. */
  listSettings: 'atrium.list',
  /** Which departments show those below them; the person's and the tenant's id stand behind it. */
  openDepartments: 'atrium.openDepartments',
  /** Which studies show their sites in the tree of studies; the person's, the tenant's and the product's id stand behind it. */
  openStudies: 'atrium.openStudies',
  /** Whether the menu is folded to icons. */
  menuFolded: 'atrium.menuFolded',
  /** The screens that a user visited last. */
  recentScreens: 'atrium.recentScreens',
  /** Told to other tabs when the language changes. */
  languageChange: 'atrium.languageChange',
  /** Told to other tabs when the session changes. */
  sessionChange: 'atrium.sessionChange',
} as const

/** Those of the values that say something of a person; encrypted where the deployment's profile has it so. */
export const encryptedKeys = [
  storageKeys.loginName,
  storageKeys.loginType,
  storageKeys.failedSignIns,
] as const

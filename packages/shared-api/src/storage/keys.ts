import { isEmbedded } from '../page.ts'

/** On somebody else's page the suite keeps its things apart from what its own page, of the same origin perhaps, has. */
const owner = isEmbedded ? 'atrium.embed' : 'atrium'

/** Names of stored values; cookies if the server's first page depends on them. */
export const storageKeys = {
  /** Cookie: the session, as encoded JSON. */
  session: 'usercache',
  /** Cookie: zh or en. */
  language: 'language',
  /** Whether that language is the profile's of who signed in here. */
  languageSource: `${owner}.languageSource`,
  /** Cookie: light, dark or auto. */
  theme: 'theme',
  /** The user name of the last sign-in. */
  loginName: `${owner}.loginName`,
  /** How the user signed in last: password, phone or sso. */
  loginType: `${owner}.loginType`,
  /** How many sign-ins failed in a row. */
  failedSignIns: `${owner}.failedSignIns`,
  /** For what and when one-time codes were last sent from this tab. */
  codesSent: `${owner}.codesSent`,
  /** Which reset of a password this tab has finished. */
  finishedReset: `${owner}.finishedReset`,
  /** Marks a window that was opened for single sign-on only. */
  ssoWindow: `${owner}.ssoWindow`,
  /** The address to come back to after signing in again. */
  returnTo: `${owner}.returnTo`,
  /** The id of the user of the page; missing if nobody was signed in. */
  returnOwner: `${owner}.returnOwner`,
  /** A user's settings of a list; the suffix is the user's id and the list's name. */
  listSettings: `${owner}.list`,
  /** The expanded departments; the suffix is the user's and the tenant's id. */
  openDepartments: `${owner}.openDepartments`,
  /** The expanded studies in the tree of studies; the suffix is the user's, the tenant's and the product's id. */
  openStudies: `${owner}.openStudies`,
  /** Whether the menu is folded to icons. */
  menuFolded: `${owner}.menuFolded`,
  /** The screens that a user visited last. */
  recentScreens: `${owner}.recentScreens`,
  /** Which share of all browsers this one belongs to, from 0 to 99: a release may begin with some. */
  releaseShare: `${owner}.releaseShare`,
  /** The release of a remote that last ran here; the suffix is the remote's name. */
  lastGoodRelease: `${owner}.lastGoodRelease`,
  /** The releases whose screens are starting in the open tabs, as JSON: one that stays has frozen its tab. */
  enteredReleases: `${owner}.enteredReleases`,
  /** Sent to other tabs when the language changes. */
  languageChange: `${owner}.languageChange`,
  /** Sent to other tabs when the session changes. */
  sessionChange: `${owner}.sessionChange`,
} as const

/** Values about a person; encrypted if the deployment's profile asks for it. */
export const encryptedKeys = [
  storageKeys.loginName,
  storageKeys.loginType,
  storageKeys.failedSignIns,
] as const

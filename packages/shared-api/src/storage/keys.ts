import { isEmbedded } from '../page.ts'

/** On somebody else's page the suite keeps its things apart from what its own page, of the same origin perhaps, has. */
const owner = isEmbedded ? 'atrium.embed' : 'atrium'

/** Names under which the browser keeps things; cookies where the server's first page depends on them. */
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
  /** Marks a window that was opened for single sign-on alone. */
  ssoWindow: `${owner}.ssoWindow`,
  /** The address to come back to after signing in again. */
  returnTo: `${owner}.returnTo`,
  /** The id of the user who was there; missing where nobody was signed in. */
  returnOwner: `${owner}.returnOwner`,
  /** What a person chose for a list; the person's id and the list's name stand behind it. */
  listSettings: `${owner}.list`,
  /** Which departments show those below them; the person's and the tenant's id stand behind it. */
  openDepartments: `${owner}.openDepartments`,
  /** Which studies show their sites in the tree of studies; the person's, the tenant's and the product's id stand behind it. */
  openStudies: `${owner}.openStudies`,
  /** Whether the menu is folded to icons. */
  menuFolded: `${owner}.menuFolded`,
  /** The screens that a user visited last. */
  recentScreens: `${owner}.recentScreens`,
  /** Which share of all browsers this one belongs to, from 0 to 99: a release may begin with some. */
  releaseShare: `${owner}.releaseShare`,
  /** The release of a remote that ran here last; the remote's name stands behind it. */
  lastGoodRelease: `${owner}.lastGoodRelease`,
  /** The releases whose screens are about to stand in the open tabs, as JSON: one that stays has frozen its tab. */
  enteredReleases: `${owner}.enteredReleases`,
  /** Told to other tabs when the language changes. */
  languageChange: `${owner}.languageChange`,
  /** Told to other tabs when the session changes. */
  sessionChange: `${owner}.sessionChange`,
} as const

/** Those of the values that say something of a person; encrypted where the deployment's profile has it so. */
export const encryptedKeys = [
  storageKeys.loginName,
  storageKeys.loginType,
  storageKeys.failedSignIns,
] as const

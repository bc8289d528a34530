import { isEmbedded } from '../page.ts'

/** On another site's page, the suite must not share stored values with its own pages, which may have the same origin. */
const owner = isEmbedded ? 'atrium.embed' : 'atrium'

/** Names of stored values. Values that the server needs for the first page are cookies. */
export const storageKeys = {
  /** Cookie with the session as encoded JSON. */
  session: 'usercache',
  /** Cookie with the language: zh or en. */
  language: 'language',
  /** Whether that language came from a user's profile. */
  languageSource: `${owner}.languageSource`,
  /** Cookie with the theme: light, dark or auto. */
  theme: 'theme',
  /** User name of the last sign-in. */
  loginName: `${owner}.loginName`,
  /** Type of the last sign-in: password, phone or sso. */
  loginType: `${owner}.loginType`,
  /** Number of consecutive failed sign-ins. */
  failedSignIns: `${owner}.failedSignIns`,
  /** Purposes and times of the last one-time codes sent from this tab. */
  codesSent: `${owner}.codesSent`,
  /** The password reset that this tab has completed. */
  finishedReset: `${owner}.finishedReset`,
  /** Marks a window that was opened for single sign-on only. */
  ssoWindow: `${owner}.ssoWindow`,
  /** Path of the page that sent the user to the identity provider, if it is not the suite's own. */
  ssoReturn: `${owner}.ssoReturn`,
  /** Address to return to after signing in again. */
  returnTo: `${owner}.returnTo`,
  /** Id of the user of that page; missing if nobody was signed in. */
  returnOwner: `${owner}.returnOwner`,
  /** A user's settings for a list. The suffix is the user's id and the list's name. */
  listSettings: `${owner}.list`,
  /** Expanded departments. The suffix is the user's and the tenant's id. */
  openDepartments: `${owner}.openDepartments`,
  /** Expanded studies in the tree of studies. The suffix is the user's, the tenant's and the product's id. */
  openStudies: `${owner}.openStudies`,
  /** Whether the menu is folded to icons. */
  menuFolded: `${owner}.menuFolded`,
  /** Screens that a user visited most recently. */
  recentScreens: `${owner}.recentScreens`,
  /** Random number from 0 to 99 that decides whether a partial rollout includes this browser. */
  rolloutBucket: `${owner}.releaseShare`,
  /** Release of a remote that last worked in this browser. The suffix is the remote's name. */
  lastGoodRelease: `${owner}.lastGoodRelease`,
  /**
   * Releases whose screens are starting in the open tabs, as JSON. An entry that remains means that the release froze
   * its tab.
   */
  enteredReleases: `${owner}.enteredReleases`,
  /** Sent to other tabs when the language changes. */
  languageChange: `${owner}.languageChange`,
  /** Sent to other tabs when the session changes. */
  sessionChange: `${owner}.sessionChange`,
} as const

/** Personal data, encrypted if the deployment's profile requires it. */
export const encryptedKeys = [
  storageKeys.loginName,
  storageKeys.loginType,
  storageKeys.failedSignIns,
] as const

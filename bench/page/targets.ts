import { withDatabase } from '../lib/database.ts'
import { adminPassword, type Suite, startSuite } from '../lib/suite/index.ts'
import { generateTenants } from '../tenants/generate.ts'
import { insertTenants } from '../tenants/seed.ts'
import { inFreshBrowser } from './browser/launch.ts'
import type { Target } from './browser/load.ts'
import { folders } from './build.ts'

/** Build with which the others are compared. */
export const single = 'single bundle'
export const federated = 'federated'

const passwordField = 'input[type=password]'
const signInPath = '/#/signIn/index'

/** Compared screens. */
export const screens = {
  signIn: { name: 'sign-in page', path: signInPath, selector: passwordField, signedIn: false },
  /** First screen that a platform administrator works with. */
  tenants: {
    name: 'tenant list',
    path: '/#/systemManger/tenant',
    selector: 'tbody tr td',
    signedIn: true,
  },
} as const
type Screen = (typeof screens)[keyof typeof screens]

const pages: readonly { readonly screen: Screen; readonly build: string; readonly webFolder: string }[] = [
  { screen: screens.signIn, build: single, webFolder: folders.singleSignIn },
  { screen: screens.signIn, build: federated, webFolder: folders.federated },
  { screen: screens.signIn, build: 'react-arco', webFolder: folders.reactArco },
  { screen: screens.tenants, build: single, webFolder: folders.singleTenants },
  { screen: screens.tenants, build: federated, webFolder: folders.federated },
]

/**
 * Signs the administrator in as a user does.
 * @returns the resulting cookies of the browser
 */
const cookiesOfAdministrator = (url: string) =>
  inFreshBrowser(async (browser) => {
    const page = await browser.newPage()
    await page.goto(`${url}${signInPath}`)
    await page.getByLabel('用户名').fill('admin')
    await page.locator(passwordField).fill(adminPassword)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.waitForURL(/softIndex/)
    return browser.cookies()
  })

/**
 * Serves each page during some work: by servers of the same kind, with the same compression and headers, on the same
 * database.
 * @param dataDir data folder of the deployment, a new one
 */
export async function withTargets<T>(
  dataDir: string,
  work: (targets: readonly Target[]) => Promise<T>,
): Promise<T> {
  const suites = new Map<string, Suite>()
  try {
    for (const { webFolder } of pages)
      if (!suites.has(webFolder))
        suites.set(webFolder, await startSuite({ dataDir, webFolder, adminPassword }))
    const urlOf = (webFolder: string) => suites.get(webFolder)?.url ?? ''
    await withDatabase(dataDir, ({ owner }) => insertTenants(owner, generateTenants(20)))
    const cookies = await cookiesOfAdministrator(urlOf(folders.federated))
    const targets = pages.map(({ screen, build, webFolder }) => ({
      screen: screen.name,
      build,
      url: `${urlOf(webFolder)}${screen.path}`,
      selector: screen.selector,
      cookies: screen.signedIn ? cookies : [],
    }))
    return await work(targets)
  } finally {
    for (const suite of suites.values()) await suite.stop()
  }
}

import { type BrowserContext, test as base, expect } from '@playwright/test'
import { type Api, apiOf } from './api.ts'
import { type Account, readAccount, type SignedIn, signInOnce } from './sessions.ts'
import { administrator, tenantAdministrator } from './suite.ts'

/** Collects what the pages of a browser complain about, so that a test can say that there was nothing. */
const watchConsole = (context: BrowserContext): string[] => {
  const complaints: string[] = []
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`))
  return complaints
}

interface Fixtures {
  /** Who uses the browser: signed in already, or nobody yet. The platform's administrator unless said otherwise. */
  as: Who | 'nobody'
  /** The language chosen in the browser before it opens the first page; Chinese unless said otherwise. */
  language: 'zh' | 'en'
  /**
   * Complaints of the browser that a test causes on purpose, e.g. the failed request for a remote that is down.
   * Any other error or warning in the console fails the test.
   */
  expectedComplaints: RegExp[]
}

type Who = 'administrator' | 'tenantAdministrator'

interface WorkerFixtures {
  /** Signs somebody in through the sign-in page, once for all tests of a worker. */
  sessionOf: (who: Who) => Promise<SignedIn>
  /** The API under the platform administrator's session, for what a test needs and is not about. */
  api: Api
}

const accountOf = (who: Who): Account | Promise<Account> =>
  who === 'administrator' ? administrator : readAccount(tenantAdministrator)

export const test = base.extend<Fixtures, WorkerFixtures>({
  as: ['administrator', { option: true }],
  language: ['zh', { option: true }],
  expectedComplaints: [[], { option: true }],

  sessionOf: [
    async ({ browser }, use) => {
      const sessions = new Map<Who, Promise<SignedIn>>()
      await use((who) => {
        const session =
          sessions.get(who) ?? Promise.resolve(accountOf(who)).then((it) => signInOnce(browser, it))
        sessions.set(who, session)
        return session
      })
    },
    { scope: 'worker' },
  ],
  api: [
    async ({ sessionOf }, use) => use(apiOf((await sessionOf('administrator')).key)),
    { scope: 'worker' },
  ],

  storageState: async ({ as, sessionOf }, use) =>
    use(as === 'nobody' ? undefined : (await sessionOf(as)).state),
  context: async ({ context, language, baseURL, expectedComplaints }, use) => {
    await context.addCookies([{ name: 'language', value: language, url: String(baseURL) }])
    const complaints = watchConsole(context)
    await use(context)
    const unexpected = complaints.filter(
      (complaint) => !expectedComplaints.some((pattern) => pattern.test(complaint)),
    )
    expect(unexpected, 'the console stays silent').toEqual([])
  },
})

export { expect }

import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type ViewportSize,
  type WebError,
} from '@playwright/test'
import { type Api, apiOf } from './api.ts'
import { type Account, onBothHosts, readAccount, type SignedIn, signInOnce } from './sessions.ts'
import { openSharedContext, type SharedContext } from './shared-context.ts'
import { administrator, suiteUrl, tenantAdministrator } from './suite.ts'

/** Collects the console errors and warnings of a browser's pages, so that a test can check that there were none. */
const watchConsole = (context: BrowserContext) => {
  const complaints: string[] = []
  const onConsole = (message: ConsoleMessage) => {
    if (!['error', 'warning'].includes(message.type())) return
    // Chromium's message says that something failed to load; only its location says what.
    complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  }
  const onError = (error: WebError) => void complaints.push(`uncaught: ${error.error().message}`)
  context.on('console', onConsole).on('weberror', onError)
  return { complaints, end: () => context.off('console', onConsole).off('weberror', onError) }
}

/** Chromium's message about the script of the trace of a second try, in a frame without scripts. */
const traceComplaint = /Blocked script execution in '(about:srcdoc|[^']+\/messages\/[^']+\/html)'/

interface Fixtures {
  /** User who is signed in, if any; the platform's administrator by default. */
  as: Who | 'nobody'
  /** Language set in the browser before it opens the first page; Chinese by default. */
  language: 'zh' | 'en'
  /** Whether the browser is new: for tests of what it fetches, and of browsers with special settings. */
  newBrowser: boolean
  /**
   * Console messages that a test causes on purpose, e.g. the failed request for a remote that is down. Any other
   * error or warning in the console fails the test.
   */
  expectedComplaints: RegExp[]
  /**
   * Registers a function that stops or removes something that the test's pages use, such as a separate server. It
   * runs after the pages are closed, the last registered first, because a page without its server logs errors.
   */
  afterPages: (end: () => Promise<unknown>) => void
}

type Who = 'administrator' | 'tenantAdministrator'

interface WorkerFixtures {
  /** Signs a user in on the sign-in page, once for all tests of a worker. */
  sessionOf: (who: Who) => Promise<SignedIn>
  /** Context that the tests of a worker share in windows of the same size. */
  sharedContext: (viewport: ViewportSize | null) => Promise<SharedContext>
  /** API with the platform administrator's session, to set up what a test needs. */
  api: Api
}

const accountOf = (who: Who): Account | Promise<Account> =>
  who === 'administrator' ? administrator : readAccount(tenantAdministrator)

export const test = base.extend<Fixtures, WorkerFixtures>({
  as: ['administrator', { option: true }],
  language: ['zh', { option: true }],
  newBrowser: [false, { option: true }],
  expectedComplaints: [[], { option: true }],

  afterPages: async ({ browserName: _any }, use) => {
    const ends: (() => Promise<unknown>)[] = []
    await use((end) => void ends.unshift(end))
    for (const end of ends) await end()
  },

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

  sharedContext: [
    async ({ browser }, use) => {
      const contexts = new Map<string, Promise<SharedContext>>()
      await use((viewport) => {
        const key = JSON.stringify(viewport)
        const context = contexts.get(key) ?? openSharedContext(browser, { viewport })
        contexts.set(key, context)
        return context
      })
    },
    { scope: 'worker' },
  ],

  context: async (
    // Fixtures end in reverse order, so the fixtures that a context uses must be listed here.
    {
      afterPages: _first,
      browser,
      sharedContext,
      sessionOf,
      as,
      language,
      newBrowser,
      viewport,
      baseURL,
      expectedComplaints,
    },
    use,
    { retry },
  ) => {
    const shared = newBrowser || baseURL !== suiteUrl ? undefined : await sharedContext(viewport)
    await shared?.clear()
    const context = shared?.context ?? (await browser.newContext())
    if (as !== 'nobody') await context.addCookies(onBothHosts((await sessionOf(as)).cookies))
    await context.addCookies([{ name: 'language', value: language, url: String(baseURL) }])
    const { complaints, end } = watchConsole(context)
    await use(context)
    end()
    if (!shared) await context.close()
    const expected = retry > 0 ? [...expectedComplaints, traceComplaint] : expectedComplaints
    const unexpected = complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))
    expect(unexpected, 'the console stays silent').toEqual([])
  },
})

export { expect }

import { page } from './page.ts'
import '../remotes/provided.ts'
import '../texts/index.ts'
import type { PublicProfile } from '@atrium/contract'
import {
  encryptedKeys,
  encryptStoredValues,
  endSession,
  followTheme,
  installNotifier,
  installProfile,
  installScreenLookup,
  startAgainBy,
  startSession,
  textsOfPage,
} from '@atrium/shared-api'
import { Message } from '@atrium/ui-kit'
import type { Remotes } from '../remotes/context.ts'
import { screenLookupOf } from '../remotes/screens.ts'
import { mount, tellPage } from './mount.tsx'
import { embeddedRemotes } from './remotes.ts'
import { takeStyles } from './styles.ts'

/** A profile as another origin's page uses it: with absolute addresses. */
function withAddresses(profile: PublicProfile): PublicProfile {
  const at = (address: string): string => new URL(address, page.origin).href
  const { logo, logoDark, mark, icon } = profile.brand
  const pictures = { logo: at(logo), logoDark: at(logoDark), mark: at(mark), icon: at(icon) }
  return {
    ...profile,
    apiPrefix: at(profile.apiPrefix),
    brand: { ...profile.brand, ...pictures },
    // What leads away from the page is for its owner to offer: single sign-on returns to the suite's own page.
    sso: { ...profile.sso, issuer: '' },
    ctms: { ...profile.ctms, signInLinkEnabled: false },
    landingLink: '',
  }
}

/** Whatever must stand before the first screen is shown anywhere on the page. */
async function start(): Promise<Remotes> {
  installProfile(withAddresses(await page.profile))
  followTheme()
  installNotifier({ error: (content, closed) => Message.error({ content, onClose: closed }) })
  startAgainBy((key) => (key ? startSession(key) : endSession()))
  const { encryptValues } = await page.profile
  const [remotes] = await Promise.all([
    embeddedRemotes((event) => {
      if (event.kind === 'failed') tellPage(event.error)
    }),
    takeStyles(),
    encryptValues && encryptStoredValues(encryptedKeys),
    textsOfPage('contract', 'shell'),
  ])
  installScreenLookup(screenLookupOf(remotes.loader))
  return remotes
}

const remotes = start()
remotes.catch(() => undefined) // told by each place
page.ready({ mount: (name, element, options) => mount(remotes, name, element, options) })

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
  installReasonQuestion,
  installScreenLookup,
  installSignatureQuestion,
  replaceReload,
  startSession,
  textsOfPage,
} from '@atrium/shared-api'
import { Message } from '@atrium/ui-kit'
import type { Remotes } from '../remotes/context.ts'
import { screenLookupOf } from '../remotes/screens.ts'
import { askReasonLater } from '../session/ask-reason.ts'
import { askSignatureLater } from '../session/ask-signature.ts'
import { mount, notifyPage } from './mount.tsx'
import { embeddedRemotes } from './remotes.ts'
import { redirectStyles } from './styles.ts'

/** Returns a profile with absolute addresses, for a page of another origin. */
function withAddresses(profile: PublicProfile): PublicProfile {
  const at = (address: string): string => new URL(address, page.origin).href
  const { logo, logoDark, mark, icon } = profile.brand
  const pictures = { logo: at(logo), logoDark: at(logoDark), mark: at(mark), icon: at(icon) }
  return {
    ...profile,
    apiPrefix: at(profile.apiPrefix),
    brand: { ...profile.brand, ...pictures },
    // Single sign-on returns to the suite's own page, so the owner of this page has to offer it.
    sso: { ...profile.sso, issuer: '' },
    ctms: { ...profile.ctms, signInLinkEnabled: false },
    landingLink: '',
  }
}

/** Prepares what the first screen on the page needs. */
async function start(): Promise<Remotes> {
  installProfile(withAddresses(await page.profile))
  followTheme()
  installNotifier({ error: (content, closed) => Message.error({ content, onClose: closed }) })
  installReasonQuestion(askReasonLater)
  installSignatureQuestion(askSignatureLater)
  replaceReload((key) => (key ? startSession(key) : endSession()))
  const { encryptValues } = await page.profile
  const [remotes] = await Promise.all([
    embeddedRemotes((event) => {
      if (event.kind === 'failed') notifyPage(event.error)
    }),
    redirectStyles(),
    encryptValues && encryptStoredValues(encryptedKeys),
    textsOfPage('contract', 'shell'),
  ])
  installScreenLookup(screenLookupOf(remotes.loader))
  return remotes
}

const remotes = start()
remotes.catch(() => undefined) // Every slot reports the failure.
page.ready({ mount: (name, element, options) => mount(remotes, name, element, options) })

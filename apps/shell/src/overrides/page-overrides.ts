import type { Override } from '@atrium/contract'
import { pageElements } from '@atrium/federation'
import { useSession } from '@atrium/shared-api'

/** The modules that this page runs from the user's own machine, as the server has allowed it. */
export function overrides(): readonly Override[] {
  const text = document.getElementById(pageElements.overrides)?.textContent
  return text ? JSON.parse(text) : []
}

/**
 * Has modules from the user's own machine end with the session that agreed to them, whoever signs in next in this tab:
 * what they have brought leaves the page only with the page itself.
 */
export function endWithSession(): void {
  if (overrides().length === 0) return
  useSession.subscribe(({ key }, before) => {
    // Whoever ends a session leads to another place yet.
    if (key !== before.key) setTimeout(() => window.location.reload())
  })
}

/** What the address asks for: nothing comes of it unless the user agrees and the server allows it. */
export interface OverrideOffer {
  readonly name: string
  readonly origin: string
}

/** Names of the address's parameters, which `pnpm dev <remote> --against` writes. */
const parameters = { name: 'develop', origin: 'from' } as const

export function offerInAddress(): OverrideOffer | undefined {
  const query = new URLSearchParams(window.location.search)
  const [name, origin] = [query.get(parameters.name), query.get(parameters.origin)]
  return name && origin ? { name, origin } : undefined
}

/** Takes the offer out of the address: it is made once. */
export function dropOffer(): void {
  const url = new URL(window.location.href)
  for (const parameter of Object.values(parameters)) url.searchParams.delete(parameter)
  window.history.replaceState(window.history.state, '', url)
}

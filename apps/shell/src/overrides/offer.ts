/** Override that the page's address offers. It takes effect only if the user agrees and the server allows it. */
export interface OverrideOffer {
  readonly name: string
  readonly origin: string
}

/** Parameter names in the address. `pnpm dev <remote> --against` opens such an address. */
const parameters = { name: 'develop', origin: 'from' } as const

export function offerInAddress(): OverrideOffer | undefined {
  const query = new URLSearchParams(window.location.search)
  const [name, origin] = [query.get(parameters.name), query.get(parameters.origin)]
  return name && origin ? { name, origin } : undefined
}

/** Removes the offer from the address, so that the user is asked only once. */
export function dropOffer(): void {
  const url = new URL(window.location.href)
  for (const parameter of Object.values(parameters)) url.searchParams.delete(parameter)
  window.history.replaceState(window.history.state, '', url)
}

/**
 * Adds a key to each visit from outside, such as a typed address. The router gives keys only to its own entries and
 * treats all other visits as one, so a redirect would not happen a second time.
 */
export const distinguishVisits = (): void =>
  addEventListener('popstate', () => {
    if (history.state === null)
      history.replaceState({ key: Math.random().toString(36).slice(2), idx: null }, '')
  })

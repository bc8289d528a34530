/**
 * Gives each visit from outside, such as a typed address, its own key. The router gives keys only to its own
 * entries and treats all others as one visit, so a redirect would not happen a second time.
 */
export const distinguishVisits = (): void =>
  addEventListener('popstate', () => {
    if (history.state === null)
      history.replaceState({ key: Math.random().toString(36).slice(2), idx: null }, '')
  })

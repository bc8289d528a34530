/**
 * Gives each visit by an address from outside, as one that was typed, a key of its own. The router gives keys to its own
 * entries alone and takes all others for one visit: a redirect that waits for its target would not be made again.
 */
export const tellVisitsApart = (): void =>
  addEventListener('popstate', () => {
    if (history.state === null)
      history.replaceState({ key: Math.random().toString(36).slice(2), idx: null }, '')
  })

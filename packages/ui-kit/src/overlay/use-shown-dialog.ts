import { useState } from 'react'

/**
 * Returns the state of a dialog that is rendered only while it is shown, and until it has closed.
 * @returns `show` opens it; `isRendered` says whether to render it, with `props`
 */
export function useShownDialog() {
  const [open, setOpen] = useState(false)
  const [isRendered, setRendered] = useState(false)
  const show = () => {
    setRendered(true)
    setOpen(true)
  }
  const props = { open, onClose: () => setOpen(false), afterClose: () => setRendered(false) }
  return { show, isRendered, props }
}

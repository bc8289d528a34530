import { useState } from 'react'

/**
 * Returns the state of a dialog that is rendered from when it opens until its closing animation has ended.
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

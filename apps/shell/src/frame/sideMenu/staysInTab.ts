import type { MouseEvent } from 'react'

/** Whether a click on a link is to be followed where one is; with a key held down the browser opens it elsewhere. */
export const staysInTab = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  !(ctrlKey || metaKey || shiftKey || altKey)

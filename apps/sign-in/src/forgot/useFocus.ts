import { useEffect } from 'react'

/** Puts the focus on the first field of a step when it is shown. */
export function useFocus(id: string): void {
  useEffect(() => document.getElementById(id)?.focus(), [id])
}

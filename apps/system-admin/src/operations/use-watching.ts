import { useEffect, useState } from 'react'

/** Time without input after which a user counts as absent, in milliseconds. */
const timeout = 5 * 60_000

const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const

/** Uses the capture phase, because keys of an input method do not bubble. */
const listening = { capture: true, passive: true }

/** Returns whether the user is active. A page that polled without an active user would keep the session from timing out. */
export function useWatching(): boolean {
  const [watching, setWatching] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = () => {
      setWatching(true)
      clearTimeout(timer)
      timer = setTimeout(() => setWatching(false), timeout)
    }
    note()
    for (const sign of signs) window.addEventListener(sign, note, listening)
    return () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, note, listening)
    }
  }, [])
  return watching
}

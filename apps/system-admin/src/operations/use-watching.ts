import { useEffect, useState } from 'react'

/** How long somebody may do nothing and still be taken to be watching, in milliseconds. */
const patience = 5 * 60_000

const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const

/** In the capture phase: keys of an input method go no further. */
const listening = { capture: true, passive: true }

/**
 * Whether somebody has done something on the page lately. A page that goes on asking when they have left would keep
 * their session from ending by disuse.
 */
export function useWatching(): boolean {
  const [watching, setWatching] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = () => {
      setWatching(true)
      clearTimeout(timer)
      timer = setTimeout(() => setWatching(false), patience)
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

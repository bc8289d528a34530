import { create } from 'zustand'

/** How many calls are under way that ask for the loading overlay. */
const useCalls = create(() => ({ count: 0 }))

/**
 * Counts a call into the overlay.
 * @returns takes it out again; may be called once
 */
export function openOverlay(): () => void {
  useCalls.setState(({ count }) => ({ count: count + 1 }))
  return () => useCalls.setState(({ count }) => ({ count: count - 1 }))
}

/** Whether the loading overlay is to be shown over the content. */
export const useOverlay = (): boolean => useCalls(({ count }) => count > 0)

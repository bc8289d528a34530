import type { Day } from './days.ts'

/** The day in whose cell something happened. */
export const dayOf = ({ target }: { readonly target: EventTarget }): Day | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-day]')?.dataset.day : undefined

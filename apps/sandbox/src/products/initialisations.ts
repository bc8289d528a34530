import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1))

/** What the suite sends when it initialises a product for a tenant's domain. */
export const InitialisationRequest = z.object({ tenantId: text, tenantName: text, tenantUrlId: text })

type Wanted = z.output<typeof InitialisationRequest>

/** A tenant's domain that a product is ready for. */
export interface Initialisation extends Wanted {
  /** How often it was asked for. */
  readonly times: number
  /** Of the first time. ISO 8601. */
  readonly at: string
}

/** What a product was initialised for, in memory. */
export interface Initialisations {
  /** Initialises it, or finds that it is already. */
  add(wanted: Wanted): Initialisation
  /** The newest first. */
  list(): readonly Initialisation[]
}

export function createInitialisations(): Initialisations {
  const known = new Map<string, Initialisation>()
  return {
    add: (wanted) => {
      const before = known.get(wanted.tenantUrlId)
      const now = before
        ? { ...before, times: before.times + 1 }
        : { ...wanted, times: 1, at: new Date().toISOString() }
      known.set(wanted.tenantUrlId, now)
      return now
    },
    list: () => [...known.values()].toReversed(),
  }
}

/** A network and processor speed at which pages are loaded. */
export interface Profile {
  readonly name: string
  /** Limits of the network; none if this is missing. */
  readonly network?: {
    /** Bandwidth in both directions, in 1000 bits per second. */
    readonly kilobits: number
    /** Delay added once to each request's response, in ms. */
    readonly roundTrip: number
  }
  /** Factor by which the processor is slowed down. */
  readonly slowdown: number
}

export const profiles: readonly Profile[] = [
  { name: 'fast', slowdown: 1 },
  { name: 'slow', network: { kilobits: 1600, roundTrip: 150 }, slowdown: 4 },
]

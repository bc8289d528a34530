/** A line and a machine to load a page on. */
export interface Profile {
  readonly name: string
  /** Nothing: as fast as the machine itself. */
  readonly network?: {
    /** Both ways, in 1000 bits a second. */
    readonly kilobits: number
    /** Added to each request's answer once, in ms. */
    readonly roundTrip: number
  }
  /** How many times slower than the machine the processor is made. */
  readonly slowdown: number
}

export const profiles: readonly Profile[] = [
  { name: 'fast', slowdown: 1 },
  { name: 'slow', network: { kilobits: 1600, roundTrip: 150 }, slowdown: 4 },
]

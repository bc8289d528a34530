import { randomInt } from 'node:crypto'

const steps = 1_000_000

/** A number between two bounds, from the system's secure random numbers. */
export const between = (least: number, most: number): number =>
  least + ((most - least) * randomInt(steps)) / steps

/** One of several, each as likely as the others. */
export const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
  items[randomInt(items.length)] ?? items[0]

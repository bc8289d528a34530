import { randomUUID } from 'node:crypto'

/** A name that no other test has, at this run or another. */
export const unique = (name: string): string => `${name}${randomUUID().slice(0, 8)}`

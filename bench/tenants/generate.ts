import { randomFrom } from '../lib/random.ts'
import { chineseNames, latinNames, type Names } from './names/index.ts'

/** A tenant as contains-search sees it. */
export interface GeneratedTenant extends Names {
  readonly code: string
}

/** Of a hundred tenants, this many have Chinese names. */
const chinesePerHundred = 60
const seed = 20_260_101

/**
 * Makes tenants with plausible names, no two alike; the same ones at every run.
 * @param count how many
 */
export function generateTenants(count: number): GeneratedTenant[] {
  const random = randomFrom(seed)
  const tenants = new Map<string, GeneratedTenant>()
  while (tenants.size < count) {
    const names = random() * 100 < chinesePerHundred ? chineseNames(random) : latinNames(random)
    const code = `BT${String(tenants.size).padStart(6, '0')}`
    if (!tenants.has(names.name)) tenants.set(names.name, { ...names, code })
  }
  return [...tenants.values()]
}

import { randomFrom } from '../lib/random.ts'
import { chineseNames, latinNames, type Names } from './names/index.ts'

/** The texts of a tenant that searches look at. */
export interface GeneratedTenant extends Names {
  readonly code: string
}

/** Number of tenants with Chinese names in a hundred. */
const chinesePerHundred = 60
const seed = 20_260_101

/**
 * Generates tenants with plausible, unique names; the same ones in every run.
 * @param count number of tenants
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

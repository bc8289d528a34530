import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Call } from '@atrium/contract'
import webpack, { type Compilation } from 'webpack'
import type { Calls } from '../registry/shapes.ts'
import { shapesOf } from './call-shapes.ts'

const contract = join(import.meta.dirname, '../../../contract/src') + sep

/** Names that a build imports from a module of the contract. */
export interface TakenOfContract {
  readonly module: string
  readonly names: readonly string[]
}

/** Returns the modules and names of the contract that a build uses after tree shaking. */
export function takenOfContract({ modules, moduleGraph }: Compilation): TakenOfContract[] {
  return [...modules].flatMap((module) => {
    const file = module.nameForCondition() ?? ''
    if (!file.startsWith(contract) || !file.endsWith('.ts')) return []
    const exports = [...moduleGraph.getExportsInfo(module).ownedExports]
    const names = exports
      .filter((one) => one.getUsed(undefined) !== webpack.UsageState.Unused)
      .map(({ name }) => name)
    return names.length > 0 ? [{ module: file, names }] : []
  })
}

const isCall = (declared: unknown): declared is Call =>
  typeof declared === 'object' && declared !== null && 'path' in declared && 'response' in declared

/** Returns the calls among the contract's names that a build uses. */
export async function callsAmong(taken: readonly TakenOfContract[]): Promise<Calls> {
  const found = await Promise.all(
    taken.map(async ({ module, names }) => {
      const declared = (await import(pathToFileURL(module).href)) as Record<string, unknown>
      return names.map((name) => declared[name]).filter(isCall)
    }),
  )
  return shapesOf([...new Set(found.flat())])
}

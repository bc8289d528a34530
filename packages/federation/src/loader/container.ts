import { runtimeLookup } from '../registry/agreement.ts'
import type { PageFederation, ShareScope } from '../webpack/runtime/provided.ts'
import { demandIntegrity } from './integrity.ts'

/** The container (Module Federation) that a release's entry script defines. */
export interface Container {
  /** Connects the container to the page's shared modules. */
  init(shared: ShareScope): unknown
  /** @returns the factory of an exposed module */
  get(module: string): Promise<() => unknown>
}

/** A script failed to load or has the wrong integrity. The browser does not distinguish the two. */
export class ScriptMissing extends Error {}

interface KnownContainer {
  readonly entry: string
  readonly container: Promise<Container>
}

/** Containers that are loaded or loading, by global variable. */
const known = new Map<string, KnownContainer>()

/**
 * Fetches and runs a script, checked against the integrity in its release.
 * @throws ScriptMissing
 */
const runScript = (address: string): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    demandIntegrity(script, address)
    const end = (settle: () => void) => () => {
      script.remove()
      settle()
    }
    script.onload = end(resolve)
    script.onerror = end(() => reject(new ScriptMissing(`${address} failed to load`)))
    document.head.append(script)
  })

/** Adds a style to the page, checked against the integrity in its release, where webpack finds it. */
const addStyle = (address: string): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    demandIntegrity(link, address)
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`${address} failed to load`))
    }
    document.head.append(link)
  })

/** Absolute addresses of files to fetch together with the entry, before the container requests them. */
export interface EarlyFiles {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

async function fetchContainer(
  name: string,
  entry: string,
  { scripts, styles }: EarlyFiles,
): Promise<Container> {
  const early = Promise.allSettled([...styles.map(addStyle), ...scripts.map(runScript)])
  await runScript(entry)
  const container: Container | undefined = Reflect.get(globalThis, name)
  if (!container) throw new Error(`${entry} defines no container`)
  const get = async (module: string) => {
    // The container requests failed files again and reports them.
    await early
    return container.get(module)
  }
  return { init: (shared) => container.init(shared), get }
}

/** Returns the global variables of a container: the container itself and its chunks. */
const globalsOf = (name: string): string[] => [name, `webpackChunk${name}`]

/** Removes a container and its chunks, so that the next load fetches everything again. */
export function removeContainer(name: string): void {
  known.delete(name)
  // A variable declared by a script cannot be deleted, but its value can be cleared.
  for (const variable of globalsOf(name)) {
    if (!Reflect.deleteProperty(globalThis, variable)) Object.assign(globalThis, { [variable]: undefined })
  }
}

/**
 * Loads a container, sharing a pending or finished load.
 * @param name its global variable
 * @param entry absolute address of the script that defines it
 */
export function loadContainer(name: string, entry: string, early: EarlyFiles): Promise<Container> {
  const present = known.get(name)
  if (present?.entry === entry) return present.container
  // The same version at another address may be a different build.
  if (present) removeContainer(name)
  const container = fetchContainer(name, entry, early)
  known.set(name, { entry, container })
  container.catch(() => {
    if (known.get(name)?.container === container) known.delete(name)
  })
  return container
}

/** Returns the shared modules of the page, which the shell's build provides before its first line runs. */
export function sharedModulesOfPage(): ShareScope {
  const federation: PageFederation | undefined = Reflect.get(globalThis, runtimeLookup)
  if (!federation) throw new Error('The page shares no modules: the shell was not built as a host')
  return federation.shareScope
}

/** Connects a container to the page's shared modules. */
export const connectContainer = async (container: Container): Promise<void> => {
  await container.init(sharedModulesOfPage())
}

/** Loads a module of a container, with the chunks it needs. */
export async function loadModule(container: Container, name: string): Promise<unknown> {
  const factory = await container.get(name)
  return factory()
}

import { runtimeLookup } from '../registry/agreement.ts'
import type { PageFederation, ShareScope } from '../webpack/runtime/provided.ts'
import { demandIntegrity } from './integrity.ts'

/** What a release's entry puts onto the page: a container of Module Federation. */
export interface Container {
  /** Takes the shared modules of the page. */
  init(shared: ShareScope): unknown
  /** @returns what makes the module that it exposes under that name */
  get(module: string): Promise<() => unknown>
}

/** A script did not come, or is not what was released: the browser does not say which. */
export class ScriptMissing extends Error {}

interface Known {
  readonly entry: string
  readonly coming: Promise<Container>
}

/** The containers that are on the page or on their way, by their global variables. */
const known = new Map<string, Known>()

/** Fetches a script as its release has it, and runs it. @throws ScriptMissing */
const run = (address: string): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    demandIntegrity(script, address)
    const end = (settle: () => void) => () => {
      script.remove()
      settle()
    }
    script.onload = end(resolve)
    script.onerror = end(() => reject(new ScriptMissing(`${address} did not come`)))
    document.head.append(script)
  })

/** Has a style stand on the page as its release has it, where webpack finds it. */
const apply = (address: string): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    demandIntegrity(link, address)
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`${address} did not come`))
    }
    document.head.append(link)
  })

/** Absolute addresses of files that a release is known to need before its container asks for them. */
export interface FilesAhead {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

async function fetchContainer(
  name: string,
  entry: string,
  { scripts, styles }: FilesAhead,
): Promise<Container> {
  const ahead = Promise.allSettled([...styles.map(apply), ...scripts.map(run)])
  await run(entry)
  const container: Container | undefined = Reflect.get(globalThis, name)
  if (!container) throw new Error(`${entry} brought no container`)
  const get = async (module: string) => {
    // What has failed the container asks for itself, and says so.
    await ahead
    return container.get(module)
  }
  return { init: (shared) => container.init(shared), get }
}

/** The global variables of a container: itself, and the chunks that have come for it. */
const globalsOf = (name: string): string[] => [name, `webpackChunk${name}`]

/** Forgets a container with all that came for it, so that the next load fetches everything again. */
export function forgetContainer(name: string): void {
  known.delete(name)
  // A variable of a script stays, but not what it holds.
  for (const variable of globalsOf(name)) {
    if (!Reflect.deleteProperty(globalThis, variable)) Object.assign(globalThis, { [variable]: undefined })
  }
}

/**
 * Brings a container onto the page, once for all who ask for it.
 * @param name its global variable
 * @param entry the absolute address of the script that holds it
 */
export function bringContainer(name: string, entry: string, ahead: FilesAhead): Promise<Container> {
  const present = known.get(name)
  if (present?.entry === entry) return present.coming
  // The same version at another address is another release, as far as the page knows.
  if (present) forgetContainer(name)
  const coming = fetchContainer(name, entry, ahead)
  known.set(name, { entry, coming })
  coming.catch(() => {
    if (known.get(name)?.coming === coming) known.delete(name)
  })
  return coming
}

/** The shared modules of the page: the shell's own build puts them there before its first line runs. */
export function sharedByPage(): ShareScope {
  const federation: PageFederation | undefined = Reflect.get(globalThis, runtimeLookup)
  if (!federation) throw new Error('The page shares no modules: the shell was not built as a host')
  return federation.shareScope
}

/** Has a container take the shared modules of the page. */
export const startContainer = async (container: Container): Promise<void> => {
  await container.init(sharedByPage())
}

/** Takes a module out of a container, with the chunks that it needs. */
export async function moduleOf(container: Container, name: string): Promise<unknown> {
  const make = await container.get(name)
  return make()
}

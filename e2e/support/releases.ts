import { readFile } from 'node:fs/promises'
import type { Registry, RegistryEntry, ReleaseManifest } from '@atrium/federation'
import { integrityOf } from '@atrium/federation/registry'
import type { Page, Route } from '@playwright/test'

/** Remote that tests release by default, and path prefix of the screens that they write. */
export const remote = 'system-admin'
const prefix = '/systemManger'

/** A release with code that a test writes. */
export interface Written {
  readonly version: string
  /** JavaScript that defines `screens`, by route name or path. It can use `React`, `h` and `take(shared module)`. */
  readonly screens?: string
  /** JavaScript that runs when the container receives the host's shared modules. */
  readonly init?: string
  /** Fields of the manifest that differ from the default. */
  readonly manifest?: Partial<ReleaseManifest>
}

/** Returns the contents of a release's files, as a build would make them. */
function filesOf(name: string, { version, screens = 'const screens = {}', init = '', manifest }: Written) {
  const global = `written_${version.replaceAll(/\W/g, '_')}`
  const entry = `var ${global} = {
    init(scope) { this.scope = scope; ${init} },
    async get() {
      const take = async (name) => {
        const shared = Object.values(this.scope[name])[0]
        return (shared.lib ?? (await shared.get()))()
      }
      const React = await take('react')
      const h = React.createElement
      ${screens}
      const pathOf = (name) => (name.startsWith('/') ? name : '${prefix}/' + name)
      const routes = Object.entries(screens).map(([name, component]) => ({ path: pathOf(name), name, component }))
      return () => ({ routes })
    },
  }`
  const released: ReleaseManifest = {
    name,
    version,
    routes: [prefix],
    container: { global, entry: 'entry.js' },
    exposes: { routes: { scripts: [], styles: [] }, mount: { scripts: [], styles: [] } },
    texts: {},
    needs: { host: 1, shared: {}, parts: {}, calls: {} },
    files: { 'entry.js': { integrity: integrityOf(entry), size: entry.length } },
    ...manifest,
  }
  return { entry, manifest: JSON.stringify(released) }
}

/**
 * Moves the clock on until an open page checks again which releases are active. Before that, waits until the page's
 * first requests have ended, because the jump would exceed their time limits.
 */
export const later = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward(31_000)
}

/** Returns the code of a screen that shows a text. */
export const says = (words: string): string => `() => h('p', null, ${JSON.stringify(words)})`

/** Replacement for a file: another response, an aborted connection, or no response ever. */
export type Fault = { readonly status?: number; readonly body?: string } | 'down' | 'silent'

async function responseFault(route: Route, fault: Fault): Promise<void> {
  if (fault === 'down') await route.abort()
  else if (fault !== 'silent') await route.fulfill({ contentType: 'text/javascript', ...fault })
}

/** Reads the registry of the built suite. */
const builtRegistry = async (): Promise<Registry> =>
  JSON.parse(await readFile('dist/web/remotes.json', 'utf8')) as Registry

/**
 * Intercepts a page's requests: releases further versions of a remote for this page only, and makes files fail. All
 * other requests go to the server.
 */
export class ReleasesOfPage {
  /** Faults by URL pattern: matching requests get the fault instead of the file. */
  readonly faults = new Map<RegExp, Fault>()
  /** Reports that the page has sent. */
  readonly reported: Record<string, unknown>[] = []
  private registry: Registry
  private readonly files = new Map<string, string>()
  private readonly page: Page
  private readonly name: string

  private constructor(page: Page, name: string, registry: Registry) {
    this.page = page
    this.name = name
    this.registry = registry
  }

  /**
   * Starts with the registry of the built suite.
   * @param name of the remote to release
   */
  static async of(page: Page, name = remote): Promise<ReleasesOfPage> {
    const releases = new ReleasesOfPage(page, name, await builtRegistry())
    await page.route(
      ({ pathname }) => /^\/($|remotes|api\/release\/re)/.test(pathname),
      (route) => releases.response(route),
    )
    return releases
  }

  /** Version in the suite's own build. */
  get built(): string {
    return this.entry.suite ?? this.entry.active
  }

  private get entry(): RegistryEntry {
    const entry = this.registry.remotes.find(({ name }) => name === this.name)
    if (!entry) throw new Error(`the registry has no ${this.name}`)
    return entry
  }

  /** Changes the registry entry of the remote. */
  register(change: { [Field in keyof RegistryEntry]?: RegistryEntry[Field] | undefined }): void {
    const entry = { ...this.entry, ...change } as RegistryEntry
    this.registry = { remotes: this.registry.remotes.map((one) => (one === this.entry ? entry : one)) }
  }

  /** Adds a release to the registry. It becomes active at once, and the active one becomes the previous one. */
  release(written: Written): void {
    const { entry, manifest } = filesOf(this.name, written)
    const folder = `/remotes/${this.name}/${written.version}/`
    this.files.set(`${folder}entry.js`, entry)
    this.files.set(`${folder}release.json`, manifest)
    const address = { manifest: `${folder}release.json`, integrity: integrityOf(manifest) }
    const { active, releases } = this.entry
    this.register({
      active: written.version,
      previous: active,
      releases: { ...releases, [written.version]: address },
    })
  }

  /** Makes the page send its reports, and returns those about the remote. */
  async reports(): Promise<readonly Record<string, unknown>[]> {
    await this.page.evaluate(() => void window.dispatchEvent(new Event('pagehide')))
    return this.reported.filter(({ name }) => name === this.name)
  }

  private async response(route: Route): Promise<void> {
    const { pathname } = new URL(route.request().url())
    const fault = [...this.faults].find(([pattern]) => pattern.test(pathname))?.[1]
    if (fault) return responseFault(route, fault)
    if (pathname === '/') return this.respondWithPage(route)
    if (pathname === '/remotes.json') return route.fulfill({ json: this.registry })
    if (pathname === '/api/release/registry')
      return route.fulfill({ json: { code: 200, data: this.registry } })
    if (pathname === '/api/release/report') return this.takeReport(route)
    const file = this.files.get(pathname)
    if (file === undefined) return route.fallback()
    await route.fulfill({ contentType: 'text/javascript', body: file })
  }

  private async respondWithPage(route: Route): Promise<void> {
    const response = await route.fetch()
    const registry = JSON.stringify(this.registry).replaceAll('<', '\\u003c')
    const page = (await response.text()).replace(
      /(id="atrium-registry">).*?(<\/script>)/s,
      (_whole, before: string, after: string) => before + registry + after,
    )
    await route.fulfill({ response, body: page })
  }

  private async takeReport(route: Route): Promise<void> {
    const { events } = route.request().postDataJSON() as { events: Record<string, unknown>[] }
    this.reported.push(...events)
    await route.fulfill({ json: { code: 200, data: null } })
  }
}

import { isRegistry, withKnownBefore } from '../registry/remotes.ts'
import type { Registry, RegistryEntry } from '../registry/schema.ts'

/** Time for which a fetched registry counts as fresh, in milliseconds. */
const freshFor = 30_000

/** Maximum time that a user who enters an area waits for the registry, in milliseconds. */
const maxWait = 2000

interface LiveRegistryOptions {
  /** The registry embedded in the page. */
  readonly first: Registry
  /** Fetches the current registry. */
  readonly refresh: (() => Promise<Registry>) | undefined
  /** Whether the active releases are the same for all users, as in safe mode. */
  readonly impersonal: boolean
  /** Called with each entry of a fetched registry. */
  readonly onEntry: (entry: RegistryEntry) => void
}

/**
 * Keeps the registry of an open page up to date, with at most two requests a minute in addition to calls of `renew`.
 * While the server does not respond, the last known registry stays valid, and users wait for the server at most twice
 * a minute.
 */
export class LiveRegistry {
  private readonly options: LiveRegistryOptions
  private latest: Registry
  /** The latest registry, plus the remotes and routes that the page knew before. */
  private merged: Registry
  private expired = false
  private requestedAt = performance.now()
  private request: Promise<unknown> | undefined
  /** Whether the pending request timed out, so that users no longer wait for it. */
  private timedOut = false
  /** Number of user changes, to drop responses meant for an earlier user. */
  private user = 0
  private readonly watchers = new Set<() => void>()

  constructor(options: LiveRegistryOptions) {
    this.options = options
    this.latest = options.first
    this.merged = options.first
  }

  /** Returns every remote that the page has known. Returns the same object until something changes. */
  readonly all = (): Registry => this.merged

  /**
   * Calls back after each change of `all`.
   * @returns a function that unsubscribes
   */
  readonly watch = (onChange: () => void): (() => void) => {
    this.watchers.add(onChange)
    return () => void this.watchers.delete(onChange)
  }

  /** Fetches the registry even if the known one is fresh, and waits up to two seconds. Never throws. */
  async renew(): Promise<void> {
    const request = this.fetch()
    const timeout = new Promise<void>((resume) => setTimeout(resume, maxWait)).then(() => {
      if (this.request === request) this.timedOut = true
    })
    await Promise.race([request, timeout])
  }

  /** Returns a remote's entry if it is fresh. */
  fresh(name: string): RegistryEntry | undefined {
    return this.isFresh() && !this.isPersonal(name) ? this.find(name) : undefined
  }

  /**
   * Returns a remote's entry, and fetches the registry first if it is not fresh. Returns the known entry if the
   * server does not respond in time.
   * @throws if the entry depends on the user and the server does not respond
   */
  async entry(name: string): Promise<RegistryEntry | undefined> {
    if (this.isPersonal(name)) {
      const cause = await this.fetch()
      if (this.isPersonal(name))
        throw cause ?? new Error('the registry does not say which release is active for the user')
    } else if (!this.isFresh()) {
      await this.renew()
    }
    return this.find(name)
  }

  /** Expires the registry, so that its next use fetches it again. */
  expire(): void {
    this.expired = true
  }

  /** Drops everything that was fetched for the previous user. */
  reset(): void {
    this.user += 1
    this.update(this.options.first)
    this.expired = true
    this.request = undefined
  }

  /**
   * Fetches the registry, or joins the pending request.
   * @returns the error if the request failed
   */
  private fetch(): Promise<unknown> {
    const { refresh, onEntry } = this.options
    if (this.request || !refresh) return this.request ?? Promise.resolve()
    const { user } = this
    this.expired = false
    this.timedOut = false
    this.requestedAt = performance.now()
    const request = refresh()
      .then((response: unknown) => {
        if (!isRegistry(response)) throw new Error('the response is not a registry')
        if (user !== this.user) return
        this.update(response)
        for (const entry of response.remotes) onEntry(entry)
      })
      .catch((cause: unknown) => cause ?? new Error('no response'))
      .finally(() => {
        if (this.request === request) this.request = undefined
      })
    this.request = request
    return request
  }

  private update(next: Registry): void {
    this.latest = next
    const merged = withKnownBefore(next, this.merged)
    if (JSON.stringify(merged) === JSON.stringify(this.merged)) return
    this.merged = merged
    for (const callBack of this.watchers) callBack()
  }

  private find(name: string): RegistryEntry | undefined {
    return this.latest.remotes.find((entry) => entry.name === name)
  }

  private isFresh(): boolean {
    if (!this.options.refresh) return true
    const isRecent = performance.now() - this.requestedAt < freshFor
    return !this.expired && isRecent && (!this.request || this.timedOut)
  }

  private isPersonal(name: string): boolean {
    return !this.options.impersonal && this.find(name)?.personal === true
  }
}

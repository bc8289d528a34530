import { isRegistry, withKnownBefore } from '../registry/remotes.ts'
import type { Registry, RegistryEntry } from '../registry/schema.ts'

/** How long what was asked is taken for true, in milliseconds. */
const freshFor = 30_000

/** How long somebody who enters an area is kept waiting for it, in milliseconds. */
const longestWait = 2000

/** The registry of a page that stays open while others release. */
export interface FollowedRegistry {
  /** The remotes that the page has known, as the registry has them now; the same object until they change. */
  served(): Registry
  /** Calls back after each change of `served`. @returns ends that */
  watch(changed: () => void): () => void
  /** Asks for the registry, however new what is known is, and waits a while for the answer. Never throws. */
  renew(): Promise<void>
  /** A remote's entry, if what is known of it is new enough. */
  fresh(name: string): RegistryEntry | undefined
  /**
   * A remote's entry, asked for anew where what is known is old; what is known where no answer comes in time.
   * @throws if it depends on the user, and no answer comes
   */
  entry(name: string): Promise<RegistryEntry | undefined>
  /** What is known is old from now on. */
  expire(): void
  /** Forgets all that was asked: it was meant for somebody else. */
  reset(): void
}

export interface FollowOptions {
  /** The registry that came with the page. */
  readonly first: Registry
  /** Asks for it as it is now. */
  readonly refresh: (() => Promise<Registry>) | undefined
  /** Whether nothing depends on the user, as in safe mode. */
  readonly impersonal: boolean
  /** Told of each remote's entry after an answer. */
  readonly changed: (entry: RegistryEntry) => void
}

/**
 * Keeps the registry up to date, with at most two questions a minute beside those of `renew`. While nobody answers, what is
 * known goes on counting, and nobody is kept waiting twice a minute for it.
 */
export function followRegistry({ first, refresh, impersonal, changed }: FollowOptions): FollowedRegistry {
  let registry = first
  let served = first
  let old = false
  /** When it was asked last, with or without an answer. */
  let askedAt = performance.now()
  let asking: Promise<unknown> | undefined
  /** Whether the answer has been waited for long enough: what is known counts then. */
  let late = false
  /** Counts for whom it is asked. */
  let audience = 0

  const watchers = new Set<() => void>()

  const take = (next: Registry): void => {
    registry = next
    const all = withKnownBefore(next, served)
    if (JSON.stringify(all) === JSON.stringify(served)) return
    served = all
    for (const callBack of watchers) callBack()
  }

  /** @returns why there is no answer, if there is none */
  const ask = (): Promise<unknown> => {
    if (asking || !refresh) return asking ?? Promise.resolve()
    const askedFor = audience
    old = false
    late = false
    askedAt = performance.now()
    const question = refresh()
      .then((answer: unknown) => {
        if (!isRegistry(answer)) throw new Error('what came is no registry')
        if (askedFor !== audience) return
        take(answer)
        for (const entry of answer.remotes) changed(entry)
      })
      // Whoever cannot be asked now is asked later.
      .catch((cause: unknown) => cause ?? new Error('no answer'))
      .finally(() => {
        if (asking === question) asking = undefined
      })
    asking = question
    return question
  }

  /** Asks, and waits no longer for the answer than anybody is kept waiting. */
  const askAWhile = async (): Promise<void> => {
    const question = ask()
    const enough = new Promise<void>((resume) => setTimeout(resume, longestWait)).then(() => {
      if (asking === question) late = true
    })
    await Promise.race([question, enough])
  }

  const known = (name: string) => registry.remotes.find((entry) => entry.name === name)

  const isFresh = () => !refresh || (!old && performance.now() - askedAt < freshFor && (!asking || late))
  const isPersonal = (name: string) => !impersonal && known(name)?.personal === true

  return {
    served: () => served,
    watch: (changed) => {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    renew: askAWhile,
    fresh: (name) => (isFresh() && !isPersonal(name) ? known(name) : undefined),
    entry: async (name) => {
      if (isPersonal(name)) {
        const cause = await ask()
        if (isPersonal(name))
          throw cause ?? new Error('the registry does not say which release counts for the user')
      } else if (!isFresh()) {
        await askAWhile()
      }
      return known(name)
    },
    expire: () => {
      old = true
    },
    reset: () => {
      audience += 1
      take(first)
      old = true
      asking = undefined
    },
  }
}

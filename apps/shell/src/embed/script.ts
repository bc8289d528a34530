import type { PublicProfile } from '@atrium/contract'
import type { Registry } from '@atrium/federation'
import type { Embedding, MountError, Mounted, MountOptions } from '@atrium/shared-api'
import type { EmbeddedPage } from './page.ts'

/**
 * embed.js is the one script that a page includes to show remotes of the suite. This file imports nothing, and loads
 * the host (index.tsx) when the first remote is shown. packages/federation/src/release/embed.ts builds the script and
 * inserts the list of the host's files.
 */

/** The host's files, inserted by the build. */
declare const parts: {
  /** Folder of the files on the suite's server. */
  readonly folder: string
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly files: EmbeddedPage['files']
}

interface Globals {
  Atrium?: Embedding
  __atriumEmbed?: EmbeddedPage
}

const globals = globalThis as unknown as Globals

/** Timeout of every request, in milliseconds. */
const timeout = 10_000

const failure = (stage: string, remote: string, message: string, status?: number): MountError =>
  Object.assign(new Error(message), { stage, remote, status })

const takenAway = (remote: string): Error =>
  new DOMException(`${remote} was removed before it was shown`, 'AbortError')

/** Returns the likely reason why a file of the server could not be read. Browsers do not expose the reason. */
async function reasonOf(address: string, blocked: string | undefined): Promise<string> {
  const { origin } = new URL(address)
  if (blocked) return `the page's Content-Security-Policy blocks ${origin}: add that origin to its ${blocked}`
  const responses = await fetch(address, { mode: 'no-cors', signal: AbortSignal.timeout(timeout) }).then(
    () => true,
    () => false,
  )
  return responses
    ? `${origin} does not allow pages of ${location.origin} to embed it: ` +
        `ask its operator to add "${location.origin}" to embeddingOrigins in its profile.json`
    : `${origin} cannot be reached`
}

/**
 * Fetches a file from the server.
 * @throws a MountError that explains what to do
 */
async function read(address: string, remote: string, integrity?: string): Promise<Response> {
  let blocked: string | undefined
  const note = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => {
    blocked = effectiveDirective
  }
  addEventListener('securitypolicyviolation', note)
  try {
    const settings = { signal: AbortSignal.timeout(timeout), ...(integrity && { integrity }) }
    const response = await fetch(address, { cache: integrity ? 'default' : 'no-cache', ...settings })
    if (response.ok) return response
    throw failure('address', remote, `${address} returned HTTP ${response.status}`, response.status)
  } catch (cause) {
    if (cause instanceof Error && 'stage' in cause) throw cause
    // The browser dispatches the violation event after the request has failed.
    await new Promise((resume) => setTimeout(resume))
    throw failure('address', remote, await reasonOf(address, blocked))
  } finally {
    removeEventListener('securitypolicyviolation', note)
  }
}

/** Runs one of the host's scripts with its integrity. */
const run = (address: string, integrity: string | undefined, nonce: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    Object.assign(script, { src: address, crossOrigin: 'anonymous', async: false, nonce })
    if (integrity) script.integrity = integrity
    const fail = (): void => {
      clearTimeout(timer)
      script.remove()
      reject(
        new Error(
          `${address} failed to load, differs from the released file, or is blocked by the page's script-src`,
        ),
      )
    }
    const timer = setTimeout(fail, timeout)
    script.onload = () => {
      clearTimeout(timer)
      resolve()
    }
    script.onerror = fail
    document.head.append(script)
  })

const own = document.currentScript instanceof HTMLScriptElement ? document.currentScript : undefined

/** Origin of the server from which embed.js was loaded, if the browser exposes it. */
const home = own?.src ? new URL(own.src).origin : undefined

/** Returns the origin of the server to embed: the page's `apiBase`, or the server of this script. */
function originOf({ apiBase }: MountOptions, remote: string): string {
  const base = apiBase ?? home
  const url = base === undefined ? undefined : URL.parse(base, document.baseURI)
  if (url && /^https?:$/.test(url.protocol)) return url.origin
  throw failure(
    'address',
    remote,
    'apiBase must be the address of the API, such as https://atrium.example/api',
  )
}

let present: { readonly origin: string; readonly host: Promise<Embedding> } | undefined

/**
 * Fetches JSON from the server.
 * @throws a MountError, also if the server does not run the suite
 */
async function readJson<Content>(address: string, remote: string): Promise<Content> {
  const response = await read(address, remote)
  try {
    return await response.json()
  } catch {
    throw failure(
      'address',
      remote,
      `${address} does not belong to an Atrium server: check apiBase and the address of embed.js`,
    )
  }
}

async function fetchEmbedding(
  origin: string,
  remote: string,
  { language }: MountOptions,
): Promise<Embedding> {
  const folder = origin + parts.folder
  const nonce = own?.nonce ?? ''
  const at = (file: string): string => folder + file
  const readPart = async (file: string): Promise<string> =>
    (await read(at(file), remote, parts.files[file]?.integrity)).text()
  const asked = {
    profile: readJson<PublicProfile>(`${origin}/profile.json`, remote),
    registry: readJson<Registry>(`${origin}/remotes.json`, remote),
    styles: Promise.all(parts.styles.map(readPart)).then((texts) => texts.join('\n')),
  }
  for (const each of Object.values(asked)) each.catch(() => undefined)
  const host = Promise.withResolvers<Embedding>()
  globals.__atriumEmbed = {
    ...asked,
    origin,
    folder,
    files: parts.files,
    nonce,
    language,
    takenAway,
    ready: host.resolve,
  }
  const scripts = parts.scripts.map((file) => run(at(file), parts.files[file]?.integrity, nonce))
  for (const script of scripts) script.catch(() => undefined)
  // Awaits these first, because a script element does not expose why it failed.
  await Promise.all(Object.values(asked))
  await Promise.all(scripts).catch((cause: unknown) => {
    throw failure('script', remote, cause instanceof Error ? cause.message : String(cause))
  })
  return host.promise
}

/** Loads the host once per page. After a failure, the next mount tries again. */
function hostFor(remote: string, options: MountOptions): Promise<Embedding> {
  const origin = originOf(options, remote)
  if (present && present.origin !== origin)
    throw failure(
      'address',
      remote,
      `this page already embeds ${present.origin}, and a page can embed only one server`,
    )
  if (present) return present.host
  const host = fetchEmbedding(origin, remote, options)
  present = { origin, host }
  host.catch(() => {
    present = undefined
  })
  return host
}

/** Shows an error message in the element. The message is in both languages, because the language is not known yet. */
function showErrorIn(element: Element): () => void {
  const line = document.createElement('p')
  line.setAttribute('role', 'alert')
  line.textContent =
    '内容未能加载，请稍后刷新页面。 This content could not be loaded. Please reload the page later.'
  element.append(line)
  return () => line.remove()
}

/** Wraps a callback of the page. Errors in the callback are reported as the page's own and do not stop the suite. */
const guarded =
  <Args extends readonly unknown[]>(callback: ((...args: Args) => void) | undefined) =>
  (...args: Args): void => {
    try {
      callback?.(...args)
    } catch (cause) {
      reportError(cause)
    }
  }

/** Normalises the page's options: `en` for `en-GB`. */
const plain = <Asked extends Pick<MountOptions, 'language'>>(asked: Asked): Asked =>
  asked.language ? { ...asked, language: asked.language.split('-')[0] as Asked['language'] } : asked

/**
 * Marker in an element that is not on the page. It detects when the element returns. If the element never does, the
 * marker is garbage-collected.
 */
class ReturnMark extends HTMLElement {
  readonly #back = Promise.withResolvers<void>()
  readonly returned = this.#back.promise

  connectedCallback(): void {
    this.#back.resolve()
  }
}

/** Current remote of each element on the page. */
const shownIn = new WeakMap<Element, Mounted>()

function mount(name: string, element: Element, options: MountOptions = {}): Mounted {
  if (!element) throw new TypeError(`Atrium.mount needs an element to show ${name} in`)
  const before = shownIn.get(element)
  const first = {
    ...plain(options),
    onNavigate: guarded(options.onNavigate),
    onSessionInvalid: guarded(options.onSessionInvalid),
    onError: guarded(options.onError),
  }
  let mounted: Mounted | undefined
  let clear: (() => void) | undefined
  let isGone = false
  const away = Promise.withResolvers<never>()
  const wasOnPage = element.isConnected
  const bringHost = async (): Promise<void> => {
    try {
      const host = await hostFor(name, first)
      // If the element was removed in the meantime, waits until it is back.
      while (!isGone && wasOnPage && !element.isConnected) {
        const mark = new ReturnMark()
        clear = () => mark.remove()
        element.append(mark)
        await mark.returned
        clear()
      }
      if (isGone) return
      mounted = host.mount(name, element, first)
    } finally {
      // Unmounted last, because unmounting the only remote would drop the session that both share.
      before?.unmount()
    }
    await mounted.ready
  }
  const ready = Promise.race([bringHost(), away.promise]).catch((cause: unknown) => {
    // The host has already reported its own errors.
    if (!mounted && !isGone) {
      // biome-ignore lint/suspicious/noConsole: integrators look there first
      console.error(`Atrium: ${name} could not be shown:`, cause)
      clear = showErrorIn(element)
      first.onError(cause as MountError)
    }
    throw cause
  })
  ready.catch(() => undefined)
  const here: Mounted = {
    ready,
    update: (change) => {
      if (mounted) mounted.update(plain(change))
      else Object.assign(first, plain(change))
    },
    signOut: async () => mounted?.signOut(),
    unmount: () => {
      isGone = true
      away.reject(takenAway(name))
      clear?.()
      mounted?.unmount()
      if (shownIn.get(element) === here) shownIn.delete(element)
    },
  }
  shownIn.set(element, here)
  return here
}

/** Attributes that may change while the element exists. */
const changing = ['name', 'language', 'theme', 'path'] as const
type Changing = (typeof changing)[number]

/**
 * `<atrium-remote name="tenant-admin" api-base="…" language="en" theme="dark" path="…" basename="…">`. An
 * attribute cannot hold a session, so `session` is a property. Events: `navigate`, `session-invalid`,
 * `error`.
 */
class AtriumRemote extends HTMLElement {
  static readonly observedAttributes = changing
  /** Origin of the server whose script the page includes. */
  static readonly home = home
  #mounted: Mounted | undefined
  /** Name of the current remote. */
  #name: string | undefined
  readonly #changed = new Set<Changing>()
  #session: MountOptions['session']

  get session(): MountOptions['session'] {
    return this.#session
  }

  set session(session: MountOptions['session']) {
    this.#session = session
    this.#mounted?.update({ session })
  }

  /** Resolves once the first screen is shown. */
  get ready(): Promise<void> | undefined {
    return this.#mounted?.ready
  }

  connectedCallback(): void {
    if (this.#mounted) return
    // A property that was set before the script loaded hides the accessor of the class.
    if (Object.hasOwn(this, 'session')) {
      const { session } = this
      Reflect.deleteProperty(this, 'session')
      this.#session = session
    }
    this.#show()
  }

  /** Shows the remote named by the attributes, replacing the current one. */
  #show(): void {
    const dispatch = (name: string, detail?: unknown): void => {
      this.dispatchEvent(new CustomEvent(name, { detail }))
    }
    const attribute = (name: string): string | undefined => this.getAttribute(name) ?? undefined
    this.style.display ||= 'block'
    this.#name = attribute('name') ?? ''
    this.#mounted = mount(this.#name, this, {
      apiBase: attribute('api-base'),
      path: attribute('path'),
      language: attribute('language') as MountOptions['language'],
      theme: attribute('theme') as MountOptions['theme'],
      basename: attribute('basename'),
      session: this.#session,
      onNavigate: (path, isHere) => dispatch('navigate', { path, isHere }),
      onSessionInvalid: () => dispatch('session-invalid'),
      onError: (error) => dispatch('error', error),
    })
  }

  disconnectedCallback(): void {
    // Runs later, so that moving an element does not unmount its remote.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#mounted?.unmount()
      this.#mounted = undefined
    })
  }

  attributeChangedCallback(name: Changing, _before: string | null, value: string | null): void {
    if (!this.#mounted || value === null) return
    // Collects the changes of one task, because a new remote usually comes with a new path.
    if (this.#changed.size === 0) queueMicrotask(() => this.#follow())
    this.#changed.add(name)
  }

  #follow(): void {
    const changed = [...this.#changed].map((name) => [name, this.getAttribute(name) ?? undefined] as const)
    this.#changed.clear()
    const { name, ...change }: Partial<Record<Changing, string>> = Object.fromEntries(changed)
    if (!this.#mounted) return
    if (name !== undefined && name !== this.#name) this.#show()
    else this.#mounted.update(change as Pick<MountOptions, 'language' | 'theme' | 'path'>)
  }

  signOut(): Promise<void> {
    return this.#mounted?.signOut() ?? Promise.resolve()
  }
}

// A page may include the script twice, even from two releases. Only the first one is used.
const first = customElements.get('atrium-remote') as typeof AtriumRemote | undefined
if (!first) {
  globals.Atrium = { mount }
  customElements.define('atrium-return', ReturnMark)
  customElements.define('atrium-remote', AtriumRemote)
} else if (first.home !== home) {
  // biome-ignore lint/suspicious/noConsole: integrators look there first
  console.error(
    `Atrium: this page has already loaded embed.js from ${first.home}; the copy from ${home} is ignored`,
  )
}

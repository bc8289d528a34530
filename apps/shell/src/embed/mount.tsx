import { RemoteLoadError } from '@atrium/federation'
import {
  type MountError,
  type Mounted,
  type MountOptions,
  presentRoot,
  setLanguage,
  setTheme,
  signOut,
} from '@atrium/shared-api'
import { createRoot } from 'react-dom/client'
import type { Remotes } from '../remotes/context.ts'
import { type Lead, leadTo, pathInAddress, plainPath } from './address.ts'
import { EmbeddedRemote, type EmbeddedRemoteProps } from './EmbeddedRemote.tsx'
import { page } from './page.ts'
import { makeRoot } from './root.ts'
import { adoptSession, onSessionEnd, requestAgain } from './session.ts'

/** A slot on the page with its remote. */
interface Shown {
  readonly name: string
  readonly element: Element
  readonly report: (error: MountError) => void
  readonly draw: () => void
}

const slots: Shown[] = []

/** Draws all slots. Only the slot that the user is in asks for a new sign-in. */
const drawAll = (): void => {
  for (const slot of slots) slot.draw()
}

/** Notifies the page of a failure in one of its remotes. */
export function notifyPage(error: RemoteLoadError): void {
  for (const { name, report } of slots) if (name === error.remote) report(error)
}

const errorOf = (stage: string, remote: string, cause: unknown): MountError => {
  if (cause instanceof RemoteLoadError) return cause
  const message = cause instanceof Error ? cause.message : String(cause)
  return Object.assign(new Error(message, { cause }), { stage, remote })
}

/** Applies the options that all slots share. If a language's texts cannot be fetched, the language stays. */
function applyCommon({ language, theme }: Pick<MountOptions, 'language' | 'theme'>): void {
  if (theme) setTheme(theme)
  if (language) setLanguage(language).catch(() => undefined)
}

/**
 * Shows a remote in an element of a foreign page.
 * @param remotes resolves once the host has started
 */
export function mount(
  remotes: Promise<Remotes>,
  name: string,
  element: Element,
  options: MountOptions = {},
): Mounted {
  const { basename, onNavigate, onSessionInvalid, onError } = options
  const lead: Lead = {}
  const shown = Promise.withResolvers<void>()
  shown.promise.catch(() => undefined) // onError reports the failure too
  const root = makeRoot(element, {
    hasAddress: basename !== undefined,
    onEnter: drawAll,
    onGone: () => unmount(),
  })
  const reactRoot = createRoot(root.content, {
    onUncaughtError: (cause) => onError?.(errorOf('render', name, cause)),
  })
  const unsubscribe = onSessionEnd(() => onSessionInvalid?.())
  let gone = false

  const fail = (stage: string) => (cause: unknown) => {
    if (gone) return
    const error = errorOf(stage, name, cause)
    shown.reject(error)
    onError?.(error)
  }
  const start = (): string => {
    // While this remote replaces another one, the page's address still belongs to the other.
    const isAnothers = slots.some((other) => other.element === element && other.name !== name)
    const inAddress = basename === undefined || isAnothers ? undefined : pathInAddress(basename)
    return inAddress && inAddress !== '/' ? inAddress : plainPath(options.path ?? '/')
  }
  const props: Omit<EmbeddedRemoteProps, 'remotes' | 'asksToSignIn'> = {
    root,
    name,
    basename,
    lead,
    start: start(),
    onNavigate: (path, isHere) => onNavigate?.(path, isHere),
    // The loader has already reported the failure.
    onShown: (failure) => (failure ? shown.reject(failure) : shown.resolve()),
    onAskAgain: () => void requestAgain().catch(fail('session')),
  }
  let ready: Remotes | undefined
  const slot: Shown = {
    name,
    element,
    report: (error) => onError?.(error),
    draw: () => {
      if (!ready) return
      const asksToSignIn = presentRoot().scope === root.scope
      reactRoot.render(<EmbeddedRemote {...props} remotes={ready} asksToSignIn={asksToSignIn} />)
    },
  }
  slots.push(slot)
  applyCommon(options)
  remotes.then((found) => {
    if (gone) return
    ready = found
    drawAll()
  }, fail('script'))
  if (options.session) adoptSession(options.session).catch(fail('session'))

  const unmount = (): void => {
    if (gone) return
    gone = true
    shown.reject(page.takenAway(name))
    slots.splice(slots.indexOf(slot), 1)
    reactRoot.unmount()
    unsubscribe()
    root.remove()
    drawAll()
  }
  return {
    ready: shown.promise,
    update: ({ path, session, ...common }) => {
      if (gone) return
      applyCommon(common)
      if (path !== undefined) leadTo(lead, path)
      if (session) adoptSession(session).catch(fail('session'))
    },
    signOut,
    unmount,
  }
}

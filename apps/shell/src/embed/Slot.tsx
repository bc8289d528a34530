import { type Registry, type RegistryEntry, remoteForPath } from '@atrium/federation'
import {
  isPublic,
  pathOf,
  Routes,
  returnAddress,
  routeNameAt,
  useLocation,
  useNavigate,
  useSession,
} from '@atrium/shared-api'
import { type ReactNode, useEffect, useRef } from 'react'
import { remoteRoutes } from '../app/remote-routes.tsx'
import { ScreenSkeleton } from '../app/ScreenSkeleton.tsx'
import { useRegistry, useRemotes } from '../remotes/context.ts'
import { KnownUser } from '../session/KnownUser.tsx'
import { type AddressOptions, useAddress } from './address.ts'
import { SessionMissing, SessionNote } from './SessionMissing.tsx'
import { usePageSession } from './session.ts'

export interface SlotProps extends AddressOptions {
  /** Name of the remote in the registry. */
  readonly name: string
  /** Called for each screen, and for paths that belong to another remote. */
  readonly onNavigate: (path: string, isHere: boolean) => void
  /** Called once the remote is shown, or with the reason why it cannot be shown. */
  readonly onShown: (failure?: unknown) => void
  /** Asks the page for a new session. */
  readonly onAskAgain: () => void
}

/** Returns whether signed-in users may open this sign-in screen too. */
const staysOpen = (path: string): boolean =>
  ['modifyPwd', 'checkEmail', 'register'].includes(routeNameAt(path) ?? '')

/**
 * Shows the screen at the slot's address: a screen of the remote, or a sign-in screen until the user has
 * signed in.
 */
export function Slot({ name, onNavigate, onShown, onAskAgain, ...address }: SlotProps) {
  const registry = useRegistry()
  const { pathname, search, key: arrival } = useLocation()
  const { key, user } = useSession()
  const { given, isMissing } = usePageSession()
  useAddress(address)

  const path = `${pathname}${search}`
  const owner = remoteForPath(registry, pathname)
  const isSigningIn = isPublic(pathname)
  const isHere = owner?.name === name
  /** The path to return to after signing in, and from paths that this remote does not show. */
  const last = useRef('/')
  const isElsewhere = pathname !== '/' && !isHere && !isSigningIn
  const navigated = useRef(onNavigate)
  navigated.current = onNavigate
  const isIn = user !== undefined || isSigningIn
  useEffect(() => {
    if (isHere) last.current = path
    if (isIn && (isHere || isElsewhere)) navigated.current(path, isHere)
  }, [path, isHere, isElsewhere, isIn])

  if (owner && isSigningIn) {
    if (!key || isHere || staysOpen(pathname))
      return (
        <div className="public-screen">
          <ScreensOf entry={owner} unknown={<ToStart />} onShown={onShown} />
        </div>
      )
    return <Redirect key={arrival} to={() => addressAfterSignIn(last.current, registry, name)} />
  }
  if (isMissing && !user) return <SessionMissing onAskAgain={onAskAgain} />
  if (!key) {
    if (given) return <ScreenSkeleton />
    if (isHere) last.current = path
    return <Redirect key={arrival} to={() => pathOf('signInIndex')} />
  }
  return (
    <KnownUser waiting={<ScreenSkeleton />}>
      {isMissing && <SessionNote onAskAgain={onAskAgain} />}
      {owner && isHere && <ScreensOf key={user?.id} entry={owner} unknown={<ToStart />} onShown={onShown} />}
      {isElsewhere && <Redirect key={arrival} to={() => last.current} />}
      {!isHere && !isElsewhere && (
        <ScreensOf entry={{ name, routes: [''] }} unknown={<ToFirstScreen name={name} />} onShown={onShown} />
      )}
    </KnownUser>
  )
}

/**
 * Returns the path to show after sign-in: the stored return address if it is public or belongs to this remote, else
 * the previous path.
 */
function addressAfterSignIn(last: string, registry: Registry, name: string): string {
  const kept = returnAddress.take()
  if (!kept) return last
  return isPublic(kept) || remoteForPath(registry, kept)?.name === name ? kept : last
}

/** Replaces the current address once. Each visit needs a new element. */
function Redirect({ to }: { readonly to: () => string }) {
  const navigate = useNavigate()
  const target = useRef(to)
  useEffect(() => void navigate(target.current(), { replace: true }), [navigate])
  return <ScreenSkeleton />
}

/** Redirects to the first screen. */
const ToStart = () => <Redirect to={() => '/'} />

interface ScreensProps extends Pick<SlotProps, 'onShown'> {
  readonly entry: Pick<RegistryEntry, 'name' | 'routes'>
  /** Shown at a path without a screen of the remote. */
  readonly unknown: ReactNode
}

/** Renders the screens of one remote. */
function ScreensOf({ entry: { name, routes }, unknown, onShown }: ScreensProps) {
  const { loader } = useRemotes()
  const shown = useRef(onShown)
  useEffect(() => {
    loader.load(name).then(
      () => shown.current(),
      (cause: unknown) => shown.current(cause),
    )
  }, [loader, name])
  const screens = routes.map((route) => ({ name, route }))
  return <Routes>{remoteRoutes(screens, { loading: <ScreenSkeleton />, unknown })}</Routes>
}

/** Redirects to the first screen of the remote in the user's menu, or else to the remote's first screen. */
function ToFirstScreen({ name }: Pick<SlotProps, 'name'>) {
  const { loader } = useRemotes()
  const navigate = useNavigate()
  const menu = useSession(({ user }) => user?.menuList)
  useEffect(() => {
    const entries = menu?.flatMap(({ list }) => list) ?? []
    loader.load(name).then(
      ({ routes }) => {
        const own = entries.find(({ url }) => routes.some(({ path }) => path === url))
        const first = own?.url ?? routes[0]?.path
        if (first) void navigate(first, { replace: true })
      },
      () => undefined, // The slot shows the failure.
    )
  }, [loader, menu, name, navigate])
  return <ScreenSkeleton />
}

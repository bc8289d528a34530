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
import { SessionMissing, SessionNote } from './SessionOwed.tsx'
import { usePageSession } from './session.ts'

export interface PlaceProps extends AddressOptions {
  /** The remote's name in the registry. */
  readonly name: string
  /** Told of each screen, and of those that another remote would have to show. */
  readonly onNavigate: (path: string, isHere: boolean) => void
  /** Told once a remote is there to be shown, or why it is not. */
  readonly onShown: (failure?: unknown) => void
  /** Asks the page for its session once more. */
  readonly onAskAgain: () => void
}

/** What signed-in users may see of the screens of signing in. */
const staysOpen = (path: string): boolean =>
  ['modifyPwd', 'checkEmail', 'register'].includes(routeNameAt(path) ?? '')

/** Shows what stands at the place's address: screens of the remote, or those of signing in until somebody is. */
export function Place({ name, onNavigate, onShown, onAskAgain, ...address }: PlaceProps) {
  const registry = useRegistry()
  const { pathname, search, key: arrival } = useLocation()
  const { key, user } = useSession()
  const { given, isOwed } = usePageSession()
  useAddress(address)

  const path = `${pathname}${search}`
  const owner = remoteForPath(registry, pathname)
  const isSigningIn = isPublic(pathname)
  const isHere = owner?.name === name
  /** Where signing in, and what this remote does not show, lead back to. */
  const last = useRef('/')
  const isElsewhere = pathname !== '/' && !isHere && !isSigningIn
  const tell = useRef(onNavigate)
  tell.current = onNavigate
  const isIn = user !== undefined || isSigningIn
  useEffect(() => {
    if (isHere) last.current = path
    if (isIn && (isHere || isElsewhere)) tell.current(path, isHere)
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
  if (isOwed && !user) return <SessionMissing onAskAgain={onAskAgain} />
  if (!key) {
    if (given) return <ScreenSkeleton />
    if (isHere) last.current = path
    return <Redirect key={arrival} to={() => pathOf('signInIndex')} />
  }
  return (
    <KnownUser waiting={<ScreenSkeleton />}>
      {isOwed && <SessionNote onAskAgain={onAskAgain} />}
      {owner && isHere && <ScreensOf key={user?.id} entry={owner} unknown={<ToStart />} onShown={onShown} />}
      {isElsewhere && <Redirect key={arrival} to={() => last.current} />}
      {!isHere && !isElsewhere && (
        <ScreensOf entry={{ name, routes: [''] }} unknown={<ToFirstScreen name={name} />} onShown={onShown} />
      )}
    </KnownUser>
  )
}

/** Where those are led who have just signed in: to change a password that they must change, else to where they were. */
function addressAfterSignIn(last: string, registry: Registry, name: string): string {
  const kept = returnAddress.take()
  if (!kept) return last
  return isPublic(kept) || remoteForPath(registry, kept)?.name === name ? kept : last
}

/** Leads elsewhere, in the place of the present address. Each arrival needs one of its own. */
function Redirect({ to }: { readonly to: () => string }) {
  const navigate = useNavigate()
  const target = useRef(to)
  useEffect(() => void navigate(target.current(), { replace: true }), [navigate])
  return <ScreenSkeleton />
}

/** Leads to where the first screen is found. */
const ToStart = () => <Redirect to={() => '/'} />

interface ScreensProps extends Pick<PlaceProps, 'onShown'> {
  readonly entry: Pick<RegistryEntry, 'name' | 'routes'>
  /** Shown at a path that is none of the remote's screens. */
  readonly unknown: ReactNode
}

/** The screens of one remote. */
function ScreensOf({ entry: { name, routes }, unknown, onShown }: ScreensProps) {
  const { loader } = useRemotes()
  const shown = useRef(onShown)
  useEffect(() => {
    loader.load(name).then(
      () => shown.current(),
      (cause: unknown) => shown.current(cause),
    )
  }, [loader, name])
  const places = routes.map((route) => ({ name, route }))
  return <Routes>{remoteRoutes(places, { loading: <ScreenSkeleton />, unknown })}</Routes>
}

/** Leads to the first screen of the remote that the user's menu has, else to its first one. */
function ToFirstScreen({ name }: Pick<PlaceProps, 'name'>) {
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
      () => undefined, // said in its place
    )
  }, [loader, menu, name, navigate])
  return <ScreenSkeleton />
}

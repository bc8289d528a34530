import { type RegistryEntry, remoteForPath } from '@atrium/federation'
import {
  isPublic,
  MemoryRouter,
  pathOf,
  profile,
  Route,
  Routes,
  returnAddress,
  routeNameAt,
  useLocation,
  useNavigate,
  useSession,
  useTexts,
} from '@atrium/shared-api'
import { ErrorState, UiProvider } from '@atrium/ui-kit'
import { Suspense, useEffect, useRef, useState } from 'react'
import { relativePath } from '../app/addresses.tsx'
import { ScreenSkeleton } from '../app/ScreenSkeleton.tsx'
import { ContentOverlay } from '../frame/ContentOverlay.tsx'
import { Relogin } from '../relogin/Relogin.tsx'
import { type Remotes, RemotesProvider, useRemotes } from '../remotes/context.ts'
import { RemoteScreens } from '../remotes/RemoteScreens.tsx'
import { useUser } from '../session/useUser.ts'
import { type AddressOptions, plainBasename, useAddress } from './address.ts'
import type { EmbeddedRoot } from './root.ts'
import { isGiven } from './session.ts'
import './embed.css'

interface PlaceProps extends AddressOptions {
  /** The remote's name in the registry. */
  readonly name: string
  /** Told of each screen, and of those that another remote would have to show. */
  readonly onNavigate: (path: string, isHere: boolean) => void
  /** Told once a remote is there to be shown, or why it is not. */
  readonly onShown: (failure?: unknown) => void
}

export interface EmbeddedRemoteProps extends PlaceProps {
  readonly root: EmbeddedRoot
  readonly remotes: Remotes
  /** The first screen, as a path of the route table. */
  readonly start: string
  /** Whether it is this place that asks to sign in again, for all of the page. */
  readonly asksToSignIn: boolean
}

/** One remote in somebody else's page: its screens, and those of signing in where nobody is. */
export function EmbeddedRemote({ root, remotes, start, asksToSignIn, ...place }: EmbeddedRemoteProps) {
  const base = plainBasename(place.basename ?? '')
  return (
    <UiProvider brandColor={profile().brand.colour} root={root}>
      <RemotesProvider value={remotes}>
        <MemoryRouter basename={base || '/'} initialEntries={[base + start]}>
          <ContentOverlay />
          <Suspense fallback={<ScreenSkeleton />}>
            <Place {...place} />
          </Suspense>
          {asksToSignIn && !isGiven() && <Relogin />}
        </MemoryRouter>
      </RemotesProvider>
    </UiProvider>
  )
}

/** What signed-in users may see of the screens of signing in. */
const staysOpen = (path: string): boolean =>
  ['modifyPwd', 'checkEmail', 'register'].includes(routeNameAt(path) ?? '')

/** Shows what stands at the place's address: screens of the remote, or those of signing in until somebody is. */
function Place({ name, onNavigate, onShown, ...address }: PlaceProps) {
  const { registry } = useRemotes()
  const { pathname, search, key: arrival } = useLocation()
  const key = useSession((session) => session.key)
  const { user, failed, retry } = useUser(key)
  const t = useTexts('shell')
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
    if (!key || isHere || staysOpen(pathname)) return <Screens entry={owner} onShown={onShown} />
    return <Redirect key={arrival} to={() => addressAfterSignIn(last.current, registry, name)} />
  }
  if (!key) {
    if (isGiven()) return <ScreenSkeleton />
    if (isHere) last.current = path
    return <Redirect key={arrival} to={() => pathOf('signInIndex')} />
  }
  if (!user) {
    if (!failed) return <ScreenSkeleton />
    return (
      <ErrorState
        title={t('user.failed')}
        detail={t('user.detail')}
        retryLabel={t('user.retry')}
        onRetry={retry}
      />
    )
  }
  if (owner && isHere) return <Screens key={user.id} entry={owner} onShown={onShown} />
  if (isElsewhere) return <Redirect key={arrival} to={() => last.current} />
  return <FirstScreen name={name} onShown={onShown} />
}

/** Where those are led who have just signed in: to change a password that they must change, else to where they were. */
function addressAfterSignIn(last: string, registry: Remotes['registry'], name: string): string {
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

/** The screens of one remote of the registry. */
function Screens({ entry, onShown }: Pick<PlaceProps, 'onShown'> & { readonly entry: RegistryEntry }) {
  const { loader } = useRemotes()
  const { name, routes } = entry
  const shown = useRef(onShown)
  useEffect(() => {
    loader.load(name).then(
      () => shown.current(),
      (cause: unknown) => shown.current(cause),
    )
  }, [loader, name])
  return (
    <Routes>
      {routes.map((route) => (
        <Route
          key={route}
          path={`${relativePath(route)}/*`}
          element={
            <RemoteScreens
              name={name}
              route={route}
              loading={<ScreenSkeleton />}
              unknown={<Redirect to={() => '/'} />}
            />
          }
        />
      ))}
    </Routes>
  )
}

/** Leads to the first screen of the remote that the user's menu has, else to its first one. */
function FirstScreen({ name, onShown }: Pick<PlaceProps, 'name' | 'onShown'>) {
  const { loader, registry } = useRemotes()
  const menu = useSession(({ user }) => user?.menuList)
  const [first, setFirst] = useState<string>()
  const shown = useRef(onShown)
  useEffect(() => {
    const entries = menu?.flatMap(({ list }) => list) ?? []
    const own = entries.find(({ url }) => remoteForPath(registry, url)?.name === name)
    if (own) return setFirst(own.url)
    loader.load(name).then(
      ({ routes }) => setFirst(routes[0]?.path),
      (cause: unknown) => shown.current(cause),
    )
  }, [loader, registry, menu, name])
  return first ? <Redirect to={() => first} /> : <ScreenSkeleton />
}

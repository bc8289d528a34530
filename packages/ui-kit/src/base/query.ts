import { type Call, type InputOf, isForPlatform, type ResponseOf, userInfo } from '@atrium/contract'
import { loadUser, send, useLanguage, useSession } from '@atrium/shared-api'
import { keepPreviousData, QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'

/**
 * The page's cache of server state. The shell and remotes pass one client to each query, so that a screen works
 * without a provider.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Calls are never retried automatically; the user gets a retry button.
      retry: false,
      refetchOnWindowFocus: false,
      staleTime: 0,
      // The browser's online state says little about the connection to the server, so calls are always attempted.
      networkMode: 'always',
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
    },
  },
})
// Repeats failed calls when the network is back. Normally a provider would mount the client, but there is none here.
queryClient.mount()

// Clear the cache when another user signs in. A new session of the same user keeps it.
useSession.subscribe((now, before) => {
  if (before.user && now.user?.id !== before.user.id) queryClient.clear()
})

export interface CallOptions {
  /** Whether to make the call yet; true by default. */
  readonly enabled?: boolean
  /** Whether the previous response stays while the next one is fetched. */
  readonly keepPrevious?: boolean
  /** Time for which a response is used without calling again, in milliseconds; 0 by default. */
  readonly staleTime?: number
  /**
   * Time after a response until the next call while the page is visible, in milliseconds; undefined never repeats the
   * call.
   */
  readonly repeatAfter?: number | undefined
}

/**
 * Queries the server with a reading call. Repeats it when the input or the language changes, and aborts it when no
 * component uses it any more. The caller shows failures; there is no loading overlay.
 */
export function useCall<C extends Call>(
  call: C,
  input: InputOf<C>,
  { enabled = true, keepPrevious = false, staleTime = 0, repeatAfter }: CallOptions = {},
): UseQueryResult<ResponseOf<C>> {
  const language = useLanguage()
  return useQuery<ResponseOf<C>>(
    {
      queryKey: [call.path, language, input],
      queryFn: ({ signal }) => send(call, input, { signal, quiet: true, overlay: false }),
      enabled,
      staleTime,
      refetchInterval: repeatAfter ?? false,
      ...(keepPrevious && { placeholderData: keepPreviousData }),
    },
    queryClient,
  )
}

/** The session stores the signed-in user, whose menu the shell shows. `loadUser` has already shown a failure. */
const refetch = ({ path }: Call): Promise<unknown> =>
  path === userInfo.path
    ? loadUser().catch(() => undefined)
    : queryClient.invalidateQueries({ queryKey: [path] })

/** Repeats the given calls, for instance after a save. */
export const refresh = (...calls: readonly Call[]): Promise<unknown> => Promise.all(calls.map(refetch))

/**
 * Whether the signed-in user makes a call for the platform, and so can access the rows of every tenant and the global
 * rows.
 */
export const useIsPlatform = (call: Call): boolean =>
  useSession(({ user }) => user !== undefined && isForPlatform(call, user.platformMenus))

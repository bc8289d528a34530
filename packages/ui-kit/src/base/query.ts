import { type Call, type InputOf, isForPlatform, type ResponseOf, userInfo } from '@atrium/contract'
import { loadUser, send, useLanguage, useSession } from '@atrium/shared-api'
import { keepPreviousData, QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'

/**
 * The page's cache of the server's state. One client for shell and remotes, passed to each query, so that a screen
 * works without a provider.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Calls are never repeated automatically; the user gets a button.
      retry: false,
      refetchOnWindowFocus: false,
      staleTime: 0,
      // The browser's online state says little about the connection to the server; the call finds out.
      networkMode: 'always',
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
    },
  },
})
// Failed calls are repeated when the network is back. A provider would subscribe the client; there is none here.
queryClient.mount()

// Nobody sees what was read for somebody else; a further session of the same user changes nothing.
useSession.subscribe((now, before) => {
  if (before.user && now.user?.id !== before.user.id) queryClient.clear()
})

export interface CallOptions {
  /** Whether to ask at all yet; true unless said otherwise. */
  readonly enabled?: boolean
  /** Whether the previous response stays while the next one is fetched. */
  readonly keepPrevious?: boolean
  /** For how long a response serves without asking again, in milliseconds; 0 unless said otherwise. */
  readonly staleTime?: number
  /** How long after a response the next one is asked for while the page is in sight, in milliseconds; never unless said otherwise. */
  readonly repeatAfter?: number | undefined
}

/**
 * A reading call as a query: repeated when the input or the language changes, aborted when no component uses it any
 * more. The caller shows failures; there is no loading overlay.
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

/** The session stores the signed-in user, whose menu the shell shows; a failure has been shown by then. */
const askAgain = ({ path }: Call): Promise<unknown> =>
  path === userInfo.path
    ? loadUser().catch(() => undefined)
    : queryClient.invalidateQueries({ queryKey: [path] })

/** Repeats these calls, for instance after a save. */
export const refresh = (...calls: readonly Call[]): Promise<unknown> => Promise.all(calls.map(askAgain))

/** Whether the signed-in user makes a call for the platform, and so reaches every tenant's rows and the global ones. */
export const useIsPlatform = (call: Call): boolean =>
  useSession(({ user }) => user !== undefined && isForPlatform(call, user.platformMenus))

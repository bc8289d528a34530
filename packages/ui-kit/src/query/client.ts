import { useSession } from '@atrium/shared-api'
import { QueryClient } from '@tanstack/react-query'

/**
 * What the page knows of the server's state. One client for shell and remotes, given to each query
 * explicitly, so that a screen works without a provider round it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A call is never repeated by itself; the user is offered a button.
      retry: false,
      refetchOnWindowFocus: false,
      staleTime: 0,
      // Whether the browser thinks itself online says little of the way to the server; the call finds out.
      networkMode: 'always',
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
    },
  },
})
// What failed is asked for again when the network is back: a provider would have the client listen, here none stands.
queryClient.mount()

// Nobody sees what was read for somebody else; a further session of the same user changes nothing.
useSession.subscribe((now, before) => {
  if (before.user && now.user?.id !== before.user.id) queryClient.clear()
})

import { useSession } from '@atrium/shared-api'
import { QueryClient } from '@tanstack/react-query'

/**
 * What the page knows of the server's state. One client for shell and remotes, given to each query
 * explicitly, so that a screen works without a provider round it.
 */
export const queryClient = new QueryClient({
  // A call is never repeated by itself; the user is offered a button.
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0 } },
})

// Nobody sees what was read for somebody else; a further session of the same user changes nothing.
useSession.subscribe((now, before) => {
  if (before.user && now.user?.id !== before.user.id) queryClient.clear()
})
